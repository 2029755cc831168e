// The index of spec 1.9: under which keys a candidate is filed, and whom a candidate meets. Two candidates with a
// finding between them always meet; whether they do have one is decided by comparing them. Keys depend on no setting
// and carry no kind: names are filed with their case folded, and compared exactly afterwards.
import { declaredContainers } from "./contains.ts";
import { globBase } from "./glob.ts";
import type { Candidate, DetectOptions } from "./model.ts";
import { parentsOf } from "./path.ts";
import type { PostingSource } from "./posting-source.ts";
import { type PreparedScope, prepare, prepareOnce } from "./prepared.ts";
import { DUPLICATE_THRESHOLD } from "./rules/fm-c004-duplicate-work.ts";
import { packageVersion } from "./rules/fm-f005-dependency-version.ts";
import { fileSet, meetSets } from "./set-join.ts";
import { TOKEN_THRESHOLD } from "./token-threshold.ts";

/**
 * Keys under which a candidate is filed. First letter: `n` full scope, alias or key as a bare name, `c` what contains
 * it (`c` alone: anything with a path), `g` directory that a glob starts from, `p` package whose version is set,
 * `t` key tokens, `s` summary words.
 */
export function postingKeys(candidate: Candidate): string[] {
  const { claims, words } = prepareOnce(candidate);
  const keys = new Set<string>();
  for (const claim of claims) {
    for (const name of namesOf(claim)) keys.add(`n${name}`);
    for (const container of claim.containers) keys.add(`c${bare(container)}`);
    if (claim.pathLike) keys.add("c");
    if (claim.glob) keys.add(`g${globBase(claim.path ?? "").toLowerCase()}`);
    const versioned = versionKey(claim);
    if (versioned !== undefined) keys.add(versioned);
    fileSet(claim.tokens, "t", keys);
  }
  fileSet(words, "s", keys);
  return [...keys];
}

/** Whoever sets a version of a package meets all others that set one, whatever the version. */
function versionKey({ scope }: PreparedScope): string | undefined {
  const name = scope.kind === "package" ? packageVersion(scope.key)?.name : undefined;
  return name === undefined ? undefined : `p${name}`;
}

/** The text of a normal form without its kind, case folded. */
function bare(form: string): string {
  const text = form.slice(form.indexOf(":") + 1);
  return form.startsWith("file:") ? text.toLowerCase() : text;
}

function namesOf(scope: PreparedScope): string[] {
  return [bare(scope.full), bare(scope.alias), scope.lowerKey];
}

/** What a thing that lies in this scope would name as its container. */
function asContainer(scope: PreparedScope): string {
  return bare(scope.scope.kind === "api" ? scope.alias : scope.full);
}

/** Ids of the filed candidates that could have a finding with this one, and few others. */
export function meetingIds(candidate: Candidate, source: PostingSource, options: DetectOptions = {}): Iterable<string> {
  if (source.size === 0) return [];
  const { claims, words } = prepare(candidate, options.ignoreCase);
  const keys = new Set<string>();
  const ids = new Set<string>();
  for (const claim of claims) {
    for (const name of namesOf(claim)) keys.add(`n${name}`);
    addContainment(claim, keys);
    const versioned = versionKey(claim);
    if (versioned !== undefined) keys.add(versioned);
    if (options.contains !== undefined && addDeclared(claim, options, keys)) return source.all();
  }
  for (const key of keys) for (const id of source.ids(key)) ids.add(id);
  for (const claim of claims) meetSets(claim.tokens, "t", TOKEN_THRESHOLD, source, ids);
  meetSets(words, "s", DUPLICATE_THRESHOLD, source, ids);
  return ids;
}

function addContainment(claim: PreparedScope, keys: Set<string>): void {
  // What lies in it, and what it lies in.
  keys.add(`c${asContainer(claim)}`);
  for (const container of claim.containers) keys.add(`n${bare(container)}`);
  if (!claim.pathLike || claim.path === undefined) return;
  addGlobsAbove(claim.path, keys);
  if (claim.glob) addBelow(claim.path, keys);
}

/** Globs that may match a path start from a directory above it, or from itself: `src/auth/**` matches `src/auth`. */
function addGlobsAbove(path: string, keys: Set<string>): void {
  const folded = path.toLowerCase();
  keys.add("g");
  for (const parent of parentsOf(folded)) keys.add(`g${parent}`);
  keys.add(`g${folded}`);
}

/** Everything at or below the directory that a glob starts from; globs that start there name it as their container. */
function addBelow(glob: string, keys: Set<string>): void {
  const base = globBase(glob).toLowerCase();
  keys.add(`c${base}`);
  if (base !== "") keys.add(`n${base}`);
}

/** Keys for the `contains` setting; true when a wildcard over names can only be answered by looking at everything. */
function addDeclared(claim: PreparedScope, options: DetectOptions, keys: Set<string>): boolean {
  for (const { container, patterns } of declaredContainers(options)) {
    // The claim may lie in the container: whoever names the container is asked for.
    for (const name of namesOf(container)) keys.add(`n${name}`);
    if (container.full !== claim.full && container.alias !== claim.alias) continue;
    for (const { scope, wildcard } of patterns) {
      if (wildcard !== undefined) return true;
      for (const name of namesOf(scope)) keys.add(`n${name}`);
      keys.add(`c${asContainer(scope)}`);
      if (scope.glob) addBelow(scope.path ?? "", keys);
      if (scope.path !== undefined) addGlobsAbove(scope.path, keys);
    }
  }
  return false;
}
