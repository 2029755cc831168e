// The only door to fast-glob: the files of a folder that is no git repository. Loaded only there.
import fastGlob from "fast-glob";

/** Relative paths of all files below a folder; `.git`, `.foremerge` and `node_modules` are left out, links not followed. */
export function listFiles(root: string): Promise<string[]> {
  return fastGlob("**/*", {
    cwd: root,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    ignore: ["**/.git/**", "**/.foremerge/**", "**/node_modules/**"],
  });
}
