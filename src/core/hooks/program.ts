// How a hook calls foremerge: by its name where the shell finds it, else by the path of this very program.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** `foremerge`, or `'node' '/path/bin/foremerge.js'` quoted for a shell. */
export function programFor(env: Readonly<Record<string, string | undefined>>, shared: boolean): string {
  // A file that others read says the name: their machines have other paths.
  if (shared || onPath("foremerge", env.PATH ?? "")) return "foremerge";
  const script = process.argv[1];
  return script === undefined ? "foremerge" : `${quoted(process.execPath)} ${quoted(script)}`;
}

function onPath(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return folder !== "";
    } catch {
      return false;
    }
  });
}

const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
