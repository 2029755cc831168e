// What a publication and a task check say of the code as it is, beside their findings: FM-X001, FM-X002, callers.
import type { Operation, Scope } from "../detect/model.ts";
import type { CodeNote } from "../detect/rules/fm-x001-already-exists.ts";
import type { FileTouch } from "../plan/artifacts.ts";
import { languageByPath } from "../syntax/language.ts";
import { namesElements } from "../syntax/names.ts";
import type { PublishDocument } from "./documents.ts";
import { openFileTree } from "./file-tree.ts";
import { type AgainstCode, asksCode, type Callers, lookAtCode, type Wanted } from "./plan-against-code.ts";
import type { Declared } from "./request.ts";
import type { Session } from "./session.ts";

/** Added to a document when there is something to say. */
export interface AboutCode {
  readonly about_code?: readonly CodeNote[];
  readonly callers?: readonly Callers[];
}

/**
 * Begins to ask the code about a declaration, while it is being published; what comes back is for the published
 * document. Trouble in here is nobody's business: the intent is published.
 */
export async function aboutDeclared(
  session: Session,
  { scopes, uses }: Pick<Declared, "scopes" | "uses">,
): Promise<(document: PublishDocument) => Promise<AboutCode>> {
  const claims = [...scopes, ...uses.map((scope) => ({ ...scope, operation: "use" as Operation }))];
  const files = claims.filter(({ kind }) => kind === "file").map(({ key }) => key);
  const answer = await ask(
    session,
    claims.map(({ kind, key, operation }): Wanted => ({ kind, key, operation, files })),
  );
  // Until git has been started.
  await new Promise((resolve) => setImmediate(resolve));
  return ({ intent, related_work: related }) => {
    const overlaps = related.flatMap(({ overlap }) => overlap);
    const added = new Set(overlaps.filter((one) => one.their_operation === "add").map(({ scope }) => scope));
    return answer(intent.id, ({ kind, key }) => added.has(`${kind}:${key}`));
  };
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
  return (await ask(session, wanted))(id, addedElsewhere);
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

type Answer = (id: string, addedElsewhere: (scope: Scope) => boolean) => Promise<AboutCode>;

async function ask(session: Session, wanted: readonly Wanted[]): Promise<Answer> {
  if (!wanted.some(asksCode)) return async () => ({});
  try {
    const tree = await openFileTree(session);
    const look = lookAtCode(
      {
        root: session.root,
        repository: session.repository,
        place: session.place,
        files: () => tree.files(),
        options: { rules: session.settings.rules, ignoreCase: tree.ignoreCase },
      },
      wanted,
    );
    return async (id, addedElsewhere) => {
      const { notes, callers } = await look(id, addedElsewhere).catch(() => NOTHING);
      return {
        ...(notes.length > 0 ? { about_code: notes } : {}),
        ...(callers.length > 0 ? { callers } : {}),
      };
    };
  } catch {
    return async () => ({});
  }
}

const NOTHING: AgainstCode = { notes: [], callers: [] };
