// Dependencies and their versions in package manifests: package.json, composer.json, pyproject.toml, Cargo.toml,
// go.mod, pom.xml. Each is a symbol of kind `dependency`, named as its ecosystem names it.
import type { Outline, Problem } from "../outline.ts";
import { lineIndex, type Span, textOutline } from "../text-outline.ts";
import { tomlEntries } from "./toml-entries.ts";
import { firstXmlError } from "./xml-syntax.ts";
import { YamlReader } from "./yaml-nodes.ts";

export function manifestOutline(path: string, text: string): Outline {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const read = READERS[file];
  const { spans, problems } = read ? read(text) : { spans: [], problems: [] };
  return textOutline(path, "manifest", text, { spans, problems });
}

interface Read {
  readonly spans: Span[];
  readonly problems: readonly Problem[];
}

const READERS: Readonly<Record<string, (text: string) => Read>> = {
  "package.json": (text) =>
    jsonSections(text, ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]),
  "composer.json": (text) => jsonSections(text, ["require", "require-dev"]),
  "pyproject.toml": pyproject,
  "Cargo.toml": cargo,
  "go.mod": goMod,
  "pom.xml": pom,
};

function dependency(name: string, version: string | undefined, from: number, to: number): Span {
  return { name, kind: "dependency", from, to, facts: version === undefined ? {} : { version } };
}

function jsonSections(text: string, sections: readonly string[]): Read {
  const reader = new YamlReader(text, true);
  const spans = sections.flatMap((section) =>
    reader
      .entries(reader.get(reader.root, section))
      .map((entry) => dependency(entry.key, reader.text(entry.value), entry.from, entry.to)),
  );
  return { spans, problems: reader.problems };
}

const MAX_PROBLEMS = 20;

function placed(text: string, problems: readonly { readonly at: number; readonly message: string }[]): Problem[] {
  const lineAt = lineIndex(text);
  return problems.slice(0, MAX_PROBLEMS).map(({ at, message }) => ({ line: lineAt(at), message }));
}

/** `requests[socks]>=2.31,<3; python_version > "3.8"` → name and version. */
const PEP508 = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:\(([^)]*)\)|@\s*(\S+)|([^;]*))/;

function pyproject(text: string): Read {
  const spans: Span[] = [];
  const { entries, problems } = tomlEntries(text);
  for (const entry of entries) {
    const table = entry.table.join(".");
    const full = [...entry.table, ...entry.key].join(".");
    const isList =
      /^(?:project\.dependencies|build-system\.requires)$/.test(full) ||
      /^(?:project\.optional-dependencies|dependency-groups)$/.test(table);
    if (isList) {
      for (const item of entry.strings) {
        const found = PEP508.exec(item.text.trim());
        if (!found) continue;
        const version = (found[2] ?? found[3] ?? found[4] ?? "").replace(/\s+/g, "");
        spans.push(dependency(pythonName(found[1] as string), version || undefined, item.from, item.to));
      }
    } else if (/^tool\.poetry\.(?:(?:dev-)?dependencies|group\.[^.]+\.dependencies)$/.test(table)) {
      const name = entry.key[0] as string;
      if (name !== "python") spans.push(dependency(pythonName(name), entry.version, entry.from, entry.to));
    }
  }
  return { spans, problems: placed(text, problems) };
}

/** Names of Python packages compare without case, and `_` and `.` are `-`. */
function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

function cargo(text: string): Read {
  const spans: Span[] = [];
  const section = /(?:^|\.)(?:(?:dev|build)-)?dependencies$/;
  const { entries, problems } = tomlEntries(text);
  for (const entry of entries) {
    const table = entry.table.join(".");
    if (section.test(table)) {
      // `serde.workspace = true` says nothing of a version.
      const version = entry.key.length === 1 || entry.key[1] === "version" ? entry.version : undefined;
      spans.push(dependency(entry.key[0] as string, version, entry.from, entry.to));
    } else if (section.test(entry.table.slice(0, -1).join(".")) && entry.key[0] === "version") {
      spans.push(dependency(entry.table.at(-1) as string, entry.version, entry.from, entry.to));
    }
  }
  return { spans, problems: placed(text, problems) };
}

function goMod(text: string): Read {
  const spans: Span[] = [];
  let block: string | undefined;
  let from = 0;
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\/\/.*$/, "").trimEnd();
    const opens = /^\s*(\w+)\s*\(\s*$/.exec(line);
    const words = line.trim().split(/\s+/);
    if (opens) block = opens[1];
    else if (line.trim() === ")") block = undefined;
    else {
      const verb = block ?? words.shift();
      const [name, version] = words;
      if (verb === "require" && name && version) {
        spans.push(dependency(name.replace(/^"|"$/g, ""), version, from + raw.search(/\S/), from + line.length));
      }
    }
    from += raw.length + 1;
  }
  return { spans, problems: [] };
}

function pom(text: string): Read {
  const clean = text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, " "));
  const properties = new Map<string, string>();
  const block = /<properties>([\s\S]*?)<\/properties>/.exec(clean)?.[1] ?? "";
  for (const [, key, value] of block.matchAll(/<([\w.-]+)>([^<]*)<\/\1>/g)) {
    properties.set(key as string, (value as string).trim());
  }
  const spans: Span[] = [];
  for (const found of clean.matchAll(/<(dependency|parent|plugin)>((?:(?!<\1>)[\s\S])*?)<\/\1>/g)) {
    const inner = (found[2] as string).replace(/<(exclusions|executions|configuration)>[\s\S]*?<\/\1>/g, "");
    const tag = (name: string): string | undefined => new RegExp(`<${name}>([^<]*)</${name}>`).exec(inner)?.[1]?.trim();
    const artifact = tag("artifactId");
    if (artifact === undefined) continue;
    const group = tag("groupId") ?? "org.apache.maven.plugins";
    const version = tag("version")?.replace(/\$\{([\w.-]+)\}/g, (whole, key: string) => properties.get(key) ?? whole);
    spans.push(dependency(`${group}:${artifact}`, version, found.index, found.index + found[0].length));
  }
  const broken = firstXmlError(text);
  return { spans, problems: placed(text, broken ? [broken] : []) };
}
