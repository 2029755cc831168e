// Modules that are to be built against modules that exist (spec 4.5): those of the settings, those that open intents
// bring, and candidates out of the source tree.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseModules } from "../config/parse.ts";
import type { Finding } from "../detect/model.ts";
import { foldPath } from "../detect/path.ts";
import { CONTROL_CHARACTER } from "../detect/text-pattern.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import { moduleCandidates } from "../resolve/module-candidates.ts";
import { type ExistingModule, moduleFindings } from "../resolve/module-overlap.ts";
import type { ModuleDeclaration } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { languageByPath } from "../syntax/language.ts";
import type { CheckDocument, NotAssessed } from "./documents.ts";
import { openFileTree } from "./file-tree.ts";
import { Outlines } from "./outlines.ts";
import { textOfInput } from "./resolve-output.ts";
import type { Session } from "./session.ts";
import { type CheckPolicy, isIncomplete } from "./verdict.ts";

/** Reading the source tree ends after so long; what was not read is said. */
const READ_MS = 8000;
/** So many modules of the source tree are shown; how many more there are is said. */
const MOST_CANDIDATES = 10;

/** The modules of a file or of standard input. @throws INVALID_INPUT */
export function readModules(session: Session, name: string, stdin: () => Buffer): readonly ModuleDeclaration[] {
  const text = textOfInput(session, name, stdin, "--module");
  let modules: readonly ModuleDeclaration[];
  try {
    modules = parseModules(text.replace(/^\ufeff/, ""), name);
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    throw invalidInput(error.message, error.hint);
  }
  if (modules.length === 0) {
    throw invalidInput(
      `${name} names no module`,
      'write {"modules": [{"name", "file", "scenarios", "responsibilities"}]}',
    );
  }
  for (const module of modules) {
    if (module.name.trim() === "" || CONTROL_CHARACTER.test(module.name + module.file)) {
      throw invalidInput(
        `${JSON.stringify(module.name)} is no name of a module`,
        "write one line without control characters",
      );
    }
  }
  return modules;
}

/** What new modules are compared with, and what could not be looked at. */
export interface KnownModules {
  readonly existing: readonly ExistingModule[];
  readonly warnings: readonly string[];
  readonly notAssessed: readonly NotAssessed[];
}

/** Declared modules and candidates of the tree; the files of the new modules themselves are left out. */
export async function knownModules(session: Session, added: readonly ModuleDeclaration[]): Promise<KnownModules> {
  const declared = session.settings.modules.map((module) => ({ ...module, declared: true }));
  const gone = declared.filter(
    ({ file }) => file.trim() !== "" && !existsSync(join(session.root, foldPath(file).path)),
  );
  const warnings = gone.map(
    ({ name, file }) => `the registered module ${name} names ${file}, which is gone: mend the list of modules`,
  );
  const skip = new Set([...added, ...declared].map(({ file }) => foldPath(file).path));
  const tree = await treeModules(session, skip);
  return { existing: [...declared, ...tree.modules], warnings, notAssessed: tree.notAssessed };
}

async function treeModules(
  session: Session,
  skip: ReadonlySet<string>,
): Promise<{ readonly modules: readonly ExistingModule[]; readonly notAssessed: readonly NotAssessed[] }> {
  const files = (await openFileTree(session)).files().filter((path) => !skip.has(path) && isSource(path));
  const outlines = new Outlines(session);
  outlines.expect(files.length);
  const modules: ExistingModule[] = [];
  const end = performance.now() + READ_MS;
  let read = 0;
  for (const path of files) {
    if (performance.now() > end) break;
    session.progress(`reading modules: ${read} of ${files.length} files`);
    const outline = await outlines.ofFile(path, "full");
    if (outline) modules.push(...moduleCandidates(outline));
    read++;
  }
  if (read === files.length) return { modules, notAssessed: [] };
  const reason = `${files.length - read} of ${files.length} source files were not read within ${READ_MS / 1000} s; run it again`;
  return { modules, notAssessed: [{ what: "source tree", reason, side: "counterpart" }] };
}

/** Code that a parser reads; documents and manifests declare no modules. */
function isSource(path: string): boolean {
  const language = languageByPath(path);
  return (
    language !== undefined && !/^text-|^(graphql|protobuf|sql)$/.test(language) && !/\.(json|toml|xml|mod)$/.test(path)
  );
}

interface Overlaps {
  readonly findings: readonly Finding[];
  /** Candidates of the source tree beyond those shown. */
  readonly more: number;
}

/** Findings of modules that `sourceId` brings; modules of other open intents count as existing. */
export function moduleOverlaps(
  session: Session,
  state: State,
  sourceId: string,
  modules: readonly ModuleDeclaration[],
  known: KnownModules,
  ephemeral: boolean,
): Overlaps {
  const theirs = state.openIntents().flatMap((intent) => {
    if (intent.id === sourceId) return [];
    return (intent.modules ?? []).map((module) => ({ ...module, declared: true, intentId: intent.id }));
  });
  const level = session.settings.rules["FM-M001"];
  const all = moduleFindings({ sourceId, modules, existing: [...known.existing, ...theirs], ephemeral, level });
  const fromTree = all.filter(({ evidence }) => evidence.existing_declared === false);
  const cut = new Set(fromTree.slice(MOST_CANDIDATES));
  return { findings: all.filter((finding) => !cut.has(finding)), more: cut.size };
}

/** What is missing of modules that declare nothing that could be compared. */
function undeclared(modules: readonly ModuleDeclaration[]): NotAssessed[] {
  return modules
    .filter(({ scenarios, responsibilities }) => scenarios.length === 0 && responsibilities.trim() === "")
    .map(({ name }) => ({
      what: `module:${name}`,
      reason: "declares neither scenarios nor responsibilities",
      side: "subject" as const,
    }));
}

const moreWarning = (more: number): string[] =>
  more === 0 ? [] : [`${more} more modules of the source tree overlap as well; name fewer scenarios to see them`];

/** `conflicts check --module`: a what-if, nothing is written. */
export function checkModules(
  session: Session,
  state: State,
  modules: readonly ModuleDeclaration[],
  known: KnownModules,
  policy: CheckPolicy,
): CheckDocument {
  const { findings, more } = moduleOverlaps(session, state, "int_what-if", modules, known, true);
  const notAssessed = [...undeclared(modules), ...known.notAssessed];
  const at = session.now.toISOString();
  return {
    schema: "foremerge.check/1",
    as_of_event: state.asOf,
    ephemeral: true,
    blocking: false,
    checked_intents: 0,
    checked_modules: known.existing.length,
    findings: findings.map((finding) => ({ ...finding, status: "OPEN", previously_settled: false, detected_at: at })),
    stopped_work: [],
    assessment: isIncomplete(notAssessed, policy) ? "incomplete" : "complete",
    not_assessed: notAssessed,
    policy: policy.failOn,
    warnings: [...known.warnings, ...moreWarning(more)],
  };
}
