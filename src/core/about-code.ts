// What a publication and a task check say of the code as it is, beside their findings: FM-X001, FM-X002, callers.
import type { Operation, Scope } from "../detect/model.ts";
import type { CodeNote } from "../detect/rules/fm-x001-already-exists.ts";
import type { FileTouch } from "../plan/artifacts.ts";
import { languageByPath } from "../syntax/language.ts";
import { namesElements } from "../syntax/names.ts";
import type { PublishDocument } from "./documents.ts";
import { openFileTree } from "./file-tree.ts";
import { type AgainstCode, asksCode, type Callers, planAgainstCode, type Wanted } from "./plan-against-code.ts";
import type { Session } from "./session.ts";

/** Added to a document when there is something to say. */
export interface AboutCode {
  readonly about_code?: readonly CodeNote[];
  readonly callers?: readonly Callers[];
}

/** What the code says of a published intent. Trouble in here is nobody's business: the intent is published. */
export async function aboutPublished(session: Session, document: PublishDocument): Promise<AboutCode> {
  const { intent, related_work: related } = document;
  const claims = [...intent.scopes, ...intent.uses.map((scope) => ({ ...scope, operation: "use" as Operation }))];
  const files = claims.filter(({ kind }) => kind === "file").map(({ key }) => key);
  const wanted = claims.map(({ kind, key, operation }): Wanted => ({ kind, key, operation, files }));
  const added = new Set(
    related.flatMap(({ overlap }) => overlap.filter((one) => one.their_operation === "add").map(({ scope }) => scope)),
  );
  return ask(session, intent.id, wanted, ({ kind, key }) => added.has(`${kind}:${key}`));
}

/** What the code says of a task: its artifacts with a declared operation, its scopes and uses. */
export async function aboutTask(
  session: Session,
  id: string,
  touches: readonly FileTouch[],
  claims: readonly (Scope & { readonly operation: Operation })[],
  addedElsewhere: (scope: Scope) => boolean,
): Promise<AboutCode> {
  const wanted: Wanted[] = touches.flatMap((touch) => wantedOf(touch));
  // Scopes may be made from the artifacts; then they are asked about once.
  const files = touches.filter(({ shape }) => shape === "file").map(({ path }) => path);
  const known = new Set(wanted.map(({ kind, key }) => `${kind}:${key}`));
  for (const { kind, key, operation } of claims) {
    if (!known.has(`${kind}:${key}`)) wanted.push({ kind, key, operation, files });
  }
  return ask(session, id, wanted, addedElsewhere);
}

function wantedOf(touch: FileTouch): Wanted[] {
  const operation = touch.read ? "use" : touch.operation;
  if (operation === undefined || touch.shape !== "file") return [];
  if (touch.symbols === undefined && touch.lines === undefined) {
    return [{ kind: "file", key: touch.path, operation, files: [touch.path] }];
  }
  const kind = namesElements(languageByPath(touch.path)) ? ("schema" as const) : ("symbol" as const);
  return (touch.symbols ?? []).map((key) => {
    const isOperation = / \//.test(key);
    return { kind: isOperation ? ("api" as const) : kind, key, operation, files: [touch.path] };
  });
}

async function ask(
  session: Session,
  id: string,
  wanted: readonly Wanted[],
  addedElsewhere: (scope: Scope) => boolean,
): Promise<AboutCode> {
  if (!wanted.some(asksCode)) return {};
  try {
    const tree = await openFileTree(session);
    const found: AgainstCode = await planAgainstCode(
      {
        root: session.root,
        repository: session.repository,
        place: session.place,
        files: () => tree.files(),
        options: { rules: session.settings.rules, ignoreCase: tree.ignoreCase },
      },
      id,
      wanted,
      addedElsewhere,
    );
    return {
      ...(found.notes.length > 0 ? { about_code: found.notes } : {}),
      ...(found.callers.length > 0 ? { callers: found.callers } : {}),
    };
  } catch {
    return {};
  }
}
