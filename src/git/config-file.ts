// Reads the text of a git config file (git-config documentation, "CONFIGURATION FILE"): enough to look up a value.
// Includes and conditional includes are not followed; callers that need those ask git itself.

/** `section` or `section.subsection` and key, lower-cased where git ignores case → last value. */
export type GitConfig = ReadonlyMap<string, string>;

/** Parses the text; lines it does not understand are passed over, as nothing here may fail a command. */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string>();
  let section = "";
  const lines = text.split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    let line = (lines[i] as string).trim();
    const header = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line);
    if (header) {
      const sub = header[2]?.replace(/\\(.)/g, "$1");
      section = (header[1] as string).toLowerCase() + (sub === undefined ? "" : `.${sub}`);
      line = (header[3] as string).trim();
    }
    if (line === "" || line.startsWith("#") || line.startsWith(";") || section === "") continue;
    while (/(^|[^\\])(\\\\)*\\$/.test(line) && i + 1 < lines.length) line = line.slice(0, -1) + (lines[++i] as string);
    const entry = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (entry)
      values.set(
        `${section}.${(entry[1] as string).toLowerCase()}`,
        entry[2] === undefined ? "true" : unquote(entry[2]),
      );
  }
  return values;
}

function unquote(raw: string): string {
  let out = "";
  let quoted = false;
  for (let i = 0; i < raw.length; i++) {
    const c = raw[i] as string;
    if (c === "\\" && i + 1 < raw.length) {
      const next = raw[++i] as string;
      out += next === "n" ? "\n" : next === "t" ? "\t" : next === "b" ? "\b" : next;
    } else if (c === '"') quoted = !quoted;
    else if (!quoted && (c === "#" || c === ";")) break;
    else out += c;
  }
  return quoted ? out : out.trimEnd();
}

/** The last value of a key, or undefined. Section and key ignore case; the subsection does not. */
export function configValue(
  config: GitConfig,
  section: string,
  subsection: string | undefined,
  key: string,
): string | undefined {
  const name = section.toLowerCase() + (subsection === undefined ? "" : `.${subsection}`);
  return config.get(`${name}.${key.toLowerCase()}`);
}
