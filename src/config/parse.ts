// From the text of .foremerge.yaml to validated leaf values by dotted path.
import { ForemergeError } from "../errors.ts";
import type { ModuleDeclaration } from "../store/model.ts";
import { readModules, SETTING_KEYS } from "./keys.ts";
import { mapping, refuseUnknown } from "./readers.ts";
import { parseYaml } from "./yaml.ts";

const TOP = [...new Set(SETTING_KEYS.map(({ path }) => path.split(".")[0] as string))];

/** Told what was passed over; without one, the first mistake is thrown. */
export type OnMistake = (mistake: ForemergeError) => void;

/**
 * Values of the leaves that the text sets, each read by its reader. With `onMistake`, as inside hooks, a mistake costs
 * its own key alone.
 * @throws ForemergeError CONFIG_INVALID for what is no YAML, an unknown key, a value out of range
 */
export function parseSettings(text: string, onMistake?: OnMistake): Record<string, unknown> {
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!onMistake || !(error instanceof ForemergeError)) throw error;
      onMistake(error);
      return undefined;
    }
  };
  const values: Record<string, unknown> = {};
  const top = attempt(() => mapping(parseYaml(text, ".foremerge.yaml"), ".foremerge.yaml"));
  for (const name of top?.keys() ?? []) attempt(() => refuseUnknown([name], TOP, ""));
  for (const [name, given] of top ?? []) {
    const leaves = SETTING_KEYS.filter(({ path }) => path.startsWith(`${name}.`));
    if (leaves.length === 0) {
      const key = SETTING_KEYS.find(({ path }) => path === name);
      const value = key && given !== null ? attempt(() => key.read(given, name)) : undefined;
      if (value !== undefined) values[name] = value;
      continue;
    }
    const section = attempt(() => mapping(given, name));
    const known = leaves.map(({ path }) => path.slice(name.length + 1));
    for (const inner of section?.keys() ?? []) attempt(() => refuseUnknown([inner], known, name));
    for (const leaf of leaves) {
      const inner = section?.get(leaf.path.slice(name.length + 1));
      const value = inner === undefined || inner === null ? undefined : attempt(() => leaf.read(inner, leaf.path));
      if (value !== undefined) values[leaf.path] = value;
    }
  }
  return values;
}

/** Modules from a file or --module input: a list, or `{modules: […]}`, as YAML or JSON. */
export function parseModules(text: string, where: string): readonly ModuleDeclaration[] {
  const value = parseYaml(text, where);
  const list = Array.isArray(value) ? value : mapping(value, where).get("modules");
  if (list === undefined) {
    throw new ForemergeError("CONFIG_INVALID", `${where} has no \`modules\` list`, {
      hint: 'write {"modules": [{"name", "file", "scenarios", "responsibilities"}]}',
    });
  }
  return readModules(list, "modules") as readonly ModuleDeclaration[];
}
