// Writes one key of .foremerge.yaml, keeping comments, order and everything else; validated before anything is written.
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../errors.ts";
import { randomBytes } from "../random-bytes.ts";
import { SETTINGS_FILE } from "./load.ts";
import { parseSettings } from "./parse.ts";
import { parseYaml, yamlDocument } from "./yaml.ts";

/** Sets `key` (dotted) to the YAML text `value`. @throws CONFIG_INVALID and nothing is written; LEDGER_FAILED on disk trouble */
export function setSetting(
  root: string,
  key: string,
  value: string,
): { readonly file: string; readonly value: unknown } {
  const file = join(root, SETTINGS_FILE);
  const before = readExisting(file);
  parseYaml(before, SETTINGS_FILE);
  const document = yamlDocument(before);
  const parsed = parseYaml(value, `the value ${JSON.stringify(value.slice(0, 60))}`);
  document.setIn(key.split("."), parsed);
  const after = document.toString({ lineWidth: 0 });
  parseSettings(after);
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, after);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new ForemergeError("LEDGER_FAILED", `${SETTINGS_FILE} was not written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { file, value: parsed };
}

function readExisting(file: string): string {
  try {
    if (!lstatSync(file).isFile()) {
      throw new ForemergeError("CONFIG_INVALID", `${SETTINGS_FILE} is no ordinary file`, {
        hint: "edit it where it really lies",
      });
    }
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
