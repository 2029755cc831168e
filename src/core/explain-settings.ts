// Settings as people and programs look at them: every leaf with its value and where it comes from.
import { SETTING_KEYS } from "../config/keys.ts";
import { DEFAULT_SETTINGS, type Settings } from "../config/settings.ts";
import { ForemergeError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { Session } from "./session.ts";

export interface SettingView {
  readonly key: string;
  readonly value: unknown;
  readonly origin: "flag" | "environment" | "file" | "default";
  readonly default: unknown;
  readonly type: string;
}

/** The value at a dotted path; null when unset. */
function valueAt(settings: Settings, path: string): unknown {
  let value: unknown = settings;
  for (const part of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return value ?? null;
}

/** Every leaf, in the order of the documentation. @throws CONFIG_INVALID */
export function explainSettings(session: Session): readonly SettingView[] {
  const { settings, origins } = session.loadedSettings;
  return SETTING_KEYS.map(({ path, type }) => ({
    key: path,
    value: valueAt(settings, path),
    origin: origins[path] ?? "default",
    default: valueAt(DEFAULT_SETTINGS, path),
    type,
  }));
}

/** The leaf of this name, or those of the section. @throws NOT_FOUND */
export function settingsUnder(session: Session, key: string): readonly SettingView[] {
  const all = explainSettings(session);
  const found = all.filter((setting) => setting.key === key || setting.key.startsWith(`${key}.`));
  if (found.length > 0) return found;
  throw unknownSetting(key, all);
}

/** One leaf, or a section (`hooks`) as a mapping, or an entry of a map (`rules.FM-C003`). @throws NOT_FOUND */
export function findSetting(session: Session, key: string): { readonly value: unknown; readonly origin: string } {
  const all = explainSettings(session);
  const leaf = all.find((setting) => setting.key === key);
  if (leaf) return leaf;
  const section = all.filter((setting) => setting.key.startsWith(`${key}.`));
  if (section.length > 0) {
    return {
      value: Object.fromEntries(section.map((setting) => [setting.key.slice(key.length + 1), setting.value])),
      origin: section.some((setting) => setting.origin !== "default") ? "file" : "default",
    };
  }
  const owner = all.find((setting) => key.startsWith(`${setting.key}.`));
  const entry = key.slice((owner?.key.length ?? 0) + 1);
  const map = owner?.value;
  if (owner && typeof map === "object" && map !== null && Object.hasOwn(map, entry)) {
    return { value: (map as Record<string, unknown>)[entry], origin: owner.origin };
  }
  throw unknownSetting(key, all);
}

function unknownSetting(key: string, all: readonly SettingView[]): ForemergeError {
  const known = new Set(all.flatMap((setting) => [...sectionsOf(setting.key), setting.key]));
  const near = nearest(key, [...known]);
  return new ForemergeError("NOT_FOUND", `no setting ${JSON.stringify(key)}`, {
    hint: `foremerge config explain lists them${near}`,
  });
}

/** `a` and `a.b` of `a.b.c`. */
function sectionsOf(key: string): readonly string[] {
  const parts = key.split(".");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("."));
}
