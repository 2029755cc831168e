// From the text of .foremerge.yaml to validated leaf values by dotted path.
import { ForemergeError } from "../errors.ts";
import type { ModuleDeclaration } from "../store/model.ts";
import { readModules, SETTING_KEYS } from "./keys.ts";
import { mapping, refuseUnknown } from "./readers.ts";
import { parseYaml } from "./yaml.ts";

const TOP = [...new Set(SETTING_KEYS.map(({ path }) => path.split(".")[0] as string))];

/**
 * Values of the leaves that the text sets, each read by its reader.
 * @throws ForemergeError CONFIG_INVALID for what is no YAML, an unknown key, a value out of range
 */
export function parseSettings(text: string): Record<string, unknown> {
  const top = mapping(parseYaml(text, ".foremerge.yaml"), ".foremerge.yaml");
  refuseUnknown([...top.keys()], TOP, "");
  const values: Record<string, unknown> = {};
  for (const name of top.keys()) {
    const leaves = SETTING_KEYS.filter(({ path }) => path.startsWith(`${name}.`));
    if (leaves.length === 0) {
      const key = SETTING_KEYS.find(({ path }) => path === name);
      if (key && top.get(name) !== null) values[name] = key.read(top.get(name), name);
      continue;
    }
    const section = mapping(top.get(name), name);
    refuseUnknown(
      [...section.keys()],
      leaves.map(({ path }) => path.slice(name.length + 1)),
      name,
    );
    for (const leaf of leaves) {
      const value = section.get(leaf.path.slice(name.length + 1));
      if (value !== undefined && value !== null) values[leaf.path] = leaf.read(value, leaf.path);
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
