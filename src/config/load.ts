// Settings of one call: file, environment, defaults, with the origin of every value. The parsed file is cached by
// content beside the ledger, because the YAML parser alone costs more than a check may (spec 2.1).
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { ForemergeError } from "../errors.ts";
import type { ModuleDeclaration } from "../store/model.ts";
import type { OnMistake } from "./parse.ts";
import { DEFAULT_SETTINGS, type Settings } from "./settings.ts";

export const SETTINGS_FILE = ".foremerge.yaml";
const MAX_BYTES = 256 * 1024;

export type Origin = "environment" | "file" | "default";

export interface LoadedSettings {
  readonly settings: Settings;
  /** Where each leaf's value comes from, by dotted path. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Absolute path of the file, if there is one. */
  readonly file: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The file's bytes, or undefined when there is none. A folder, a link out of the tree or a huge file is refused. */
function readFile(root: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(root, SETTINGS_FILE));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ForemergeError("CONFIG_INVALID", `${SETTINGS_FILE} cannot be read: ${code ?? String(error)}`, {
      hint: "make it a readable file, or remove it",
      cause: error,
    });
  }
  if (bytes.length > MAX_BYTES) {
    throw new ForemergeError("CONFIG_INVALID", `${SETTINGS_FILE} has ${bytes.length} bytes`, {
      hint: "keep it under 256 KiB",
    });
  }
  return bytes;
}

interface Kept {
  readonly version: string;
  readonly text: string;
  readonly values: Values;
}

/** FNV-1a, to tell worktrees' files apart by name; whether a cache holds is decided by the whole text. */
function nameOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return `settings-${hash.toString(16).padStart(8, "0")}.json`;
}

/** Leaf values of the file by dotted path: from the cache when this very text was parsed before. */
async function fileValues(
  text: string,
  cacheFolder: string | undefined,
  onMistake: OnMistake | undefined,
): Promise<Values> {
  const name = nameOf(text);
  if (cacheFolder !== undefined) {
    try {
      const kept = JSON.parse(readFileSync(join(cacheFolder, name), "utf8")) as Kept;
      if (kept.version === FOREMERGE_VERSION && kept.text === text && isValues(kept.values)) return kept.values;
    } catch {
      // Missing or damaged: parsed again below.
    }
  }
  const { parseSettings } = await import("./parse.ts");
  let mistakes = 0;
  const count: OnMistake | undefined =
    onMistake &&
    ((mistake) => {
      mistakes += 1;
      onMistake(mistake);
    });
  const values = parseSettings(text, count);
  if (mistakes > 0) return values;
  const kept: Kept = { version: FOREMERGE_VERSION, text, values };
  if (cacheFolder !== undefined) keep(cacheFolder, name, JSON.stringify(kept));
  return values;
}

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function keep(folder: string, name: string, content: string): void {
  const temporary = join(folder, `${name}.${process.pid}.${Date.now().toString(36)}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, join(folder, name));
  } catch {
    rmSync(temporary, { force: true });
  }
}

function build(values: ReadonlyMap<string, unknown>): Settings {
  const settings = { ...DEFAULT_SETTINGS } as unknown as Record<string, unknown>;
  for (const [path, value] of values) {
    const [head, tail] = path.split(".") as [string, string | undefined];
    settings[head] = tail === undefined ? value : { ...(settings[head] as object), [tail]: value };
  }
  // A budget given for some tiers leaves the others at their defaults.
  settings.replan_budget = { ...DEFAULT_SETTINGS.replan_budget, ...(settings.replan_budget as object) };
  return settings as unknown as Settings;
}

/**
 * The settings that a text of `.foremerge.yaml` sets, everything else at its default; no environment, no other file.
 * @throws ForemergeError CONFIG_INVALID
 */
export async function settingsOfText(text: string): Promise<Settings> {
  const { parseSettings } = await import("./parse.ts");
  const values = new Map(Object.entries(parseSettings(text)));
  // A list in a file of its own is not at hand here.
  if (typeof values.get("modules") === "string") values.delete("modules");
  return build(values);
}

/**
 * Loads the settings for a worktree root. With `onMistake`, what the file or the environment says wrong is told and
 * passed over.
 * @throws ForemergeError CONFIG_INVALID (exit 2) naming key, value and what to write
 */
export async function loadSettings(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  cacheFolder: string | undefined,
  onMistake?: OnMistake,
): Promise<LoadedSettings> {
  const values = new Map<string, unknown>();
  const origins: Record<string, Origin> = Object.create(null);
  const bytes = readFile(root);
  if (bytes !== undefined) {
    for (const [path, value] of Object.entries(await fileValues(bytes.toString("utf8"), cacheFolder, onMistake))) {
      values.set(path, value);
      origins[path] = "file";
    }
  }
  if (Object.keys(env).some((name) => name.startsWith("FOREMERGE_"))) {
    const { environmentValues } = await import("./environment.ts");
    for (const [path, value] of environmentValues(env, onMistake)) {
      values.set(path, value);
      origins[path] = "environment";
    }
  }
  if (typeof values.get("modules") === "string") {
    values.set("modules", await modulesFrom(root, values.get("modules") as string));
  }
  return { settings: build(values), origins, file: bytes === undefined ? undefined : join(root, SETTINGS_FILE) };
}

async function modulesFrom(root: string, path: string): Promise<readonly ModuleDeclaration[]> {
  const full = resolve(root, path);
  const inside = relative(root, full);
  if (inside.startsWith("..") || isAbsolute(inside)) {
    throw new ForemergeError("CONFIG_INVALID", `modules: ${JSON.stringify(path)} leaves the repository`, {
      hint: "write a path below the repository root",
    });
  }
  let content: string;
  try {
    content = readFileSync(full, "utf8");
  } catch (error) {
    throw new ForemergeError("CONFIG_INVALID", `modules: ${JSON.stringify(path)} cannot be read`, {
      hint: "write the path of a YAML or JSON file with a `modules` list",
      cause: error,
    });
  }
  const { parseModules } = await import("./parse.ts");
  return parseModules(content, path);
}
