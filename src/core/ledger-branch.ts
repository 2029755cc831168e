// The branch that carries the ledger where a host refuses the hidden ref (spec 2.6): nothing but a ledger is on it.
import { invalidInput } from "../errors.ts";
import type { ObjectReader } from "../git/object-reader.ts";
import { isFolder, treeAt } from "../git/tree-object.ts";

const USUAL = "foremerge-ledger";
const SHOWN = 3;

/**
 * Refuses a branch on which there is anything but a ledger: a commit there would look like the end of somebody's work.
 * `where`: whose branch it is, for people. @throws INVALID_INPUT
 */
export async function checkBranchHoldsLedger(
  reader: ObjectReader,
  name: string,
  commit: string,
  where: string,
): Promise<void> {
  const entries = await treeAt(reader, `${commit}^{tree}`);
  const others = entries.filter((entry) => entry.name !== "events" || !isFolder(entry));
  if (others.length === 0) return;
  const names = others.map(
    (entry) => Buffer.from(entry.name, "latin1").toString("utf8") + (isFolder(entry) ? "/" : ""),
  );
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  throw invalidInput(
    `the branch ${JSON.stringify(name)} ${where} holds other things than a ledger: ${names.slice(0, SHOWN).join(", ")}${more}`,
    anotherThan(name),
  );
}

const anotherThan = (name: string): string =>
  name === USUAL
    ? "the ledger wants a branch of its own: write a name that no branch has"
    : `the ledger wants a branch of its own: foremerge ledger sync --branch ${USUAL}`;
