// FM-F005: two sides set different versions of one package.
import type { DetectOptions, Finding, Operation, Scope } from "../model.ts";
import type { NamedRule } from "./rule.ts";
import { surfaced } from "./surfaced.ts";

/** A version that one side sets. */
export interface SetVersion {
  /** Intent or task. */
  readonly id: string;
  readonly place?: string;
  readonly name: string;
  readonly version: string;
  /** Manifest it is set in; undefined for a declared scope. */
  readonly file?: string;
}

/** True for a claim that sets a version: `package:left-pad@1.3.0`, whatever is done to it but using it. */
export function setsVersion(claim: Scope & { readonly operation: Operation }): boolean {
  return claim.kind === "package" && claim.operation !== "use" && packageVersion(claim.key) !== undefined;
}

/** True when two keys name one package in two versions. */
export function disagree(a: Scope, b: Scope): boolean {
  const [mine, theirs] = [packageVersion(a.key), packageVersion(b.key)];
  return mine !== undefined && mine.name === theirs?.name && mine.version !== theirs.version;
}

export const dependencyVersion: NamedRule & {
  readonly check: (
    source: SetVersion,
    target: SetVersion,
    options?: DetectOptions,
    ephemeral?: boolean,
  ) => Finding | undefined;
} = {
  meta: {
    id: "FM-F005",
    kind: "dependency_version",
    summary: "Two sides set different versions of one package.",
    rationale:
      "The manifest may merge (different files, different lines) and the lock file be regenerated; one side's code then " +
      "runs against a version that it was never tried with.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "package:left-pad@1.3.0=modify", target: "package:left-pad@2.0.0=modify" },
    miss: {
      source: "package:left-pad@1.3.0=modify",
      target: "package:left-pad@1.3.0=modify",
      why: "both want the same version",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (source, target, options = {}, ephemeral = false) => {
    if (source.name !== target.name || source.version === target.version) return undefined;
    const scopeOf = ({ name, version }: SetVersion): Scope => ({ kind: "package", key: `${name}@${version}` });
    const fromCode = source.file !== undefined || target.file !== undefined;
    return surfaced(
      dependencyVersion.meta,
      {
        source: source.id,
        target: target.id,
        scopes: [scopeOf(source), scopeOf(target)],
        score: 0.88,
        explanation: `${named(source)} sets ${source.name} to ${source.version}${where(source)} while ${named(target)} sets it to ${target.version}${where(target)}.`,
        suggestion: "agree on one version first, in a change of its own, and let both sides build on it.",
        evidence: {
          package: source.name,
          source_version: source.version,
          target_version: target.version,
          ...(fromCode ? { files: [...new Set([source.file, target.file])].filter(Boolean) } : {}),
        },
        fromCode,
        ephemeral,
      },
      options,
    );
  },
};

function named({ id, place }: SetVersion): string {
  return place === undefined ? id : `${place} (${id})`;
}

function where({ file }: SetVersion): string {
  return file === undefined ? "" : ` in ${file}`;
}

/** Name and version of a `package:` key (`left-pad@1.3.0`, `@scope/name@^2`); undefined without a version. */
export function packageVersion(key: string): { readonly name: string; readonly version: string } | undefined {
  const at = key.lastIndexOf("@");
  if (at <= 0 || at === key.length - 1 || key.slice(at).includes("/")) return undefined;
  return { name: key.slice(0, at).trim().toLowerCase(), version: key.slice(at + 1).trim() };
}
