// The rules that a branch is judged by: those of the branch it wants into, so that a change cannot switch off its own
// gate (spec 5.4).
import { isOfEnvironment } from "../config/environment.ts";
import { SETTINGS_FILE, settingsOfText } from "../config/load.ts";
import { DEFAULT_SETTINGS, type Settings } from "../config/settings.ts";
import { ForemergeError } from "../errors.ts";
import { fileAt } from "../git/objects.ts";
import { type BaseBranch, baseBranch } from "../git/refs.ts";
import type { Session } from "./session.ts";

export interface BasePolicy {
  /** The settings of this worktree with rules, fail_on, decisions, resolution and the ledger's branch of the base branch. */
  readonly settings: Settings;
  readonly base: BaseBranch | undefined;
  /** `.foremerge.yaml of main`, or the defaults, for people. */
  readonly from: string;
  /** Why the base branch's settings could not be read; then the defaults hold. */
  readonly trouble: string | undefined;
}

const MEND =
  "in CI fetch it first (actions/checkout: fetch-depth: 0, or git fetch origin BRANCH), or write --base BRANCH";

/** Where CI services say which branch a change wants into. */
const TARGET_VARIABLES = [
  "GITHUB_BASE_REF",
  "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
  "BITBUCKET_PR_DESTINATION_BRANCH",
] as const;
const SOURCE_VARIABLES = [
  "GITHUB_HEAD_REF",
  "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
  "BITBUCKET_BRANCH",
  "GITHUB_REF_NAME",
  "CI_COMMIT_REF_NAME",
] as const;

function fromEnvironment(session: Session, names: readonly string[]): string | undefined {
  return names.map((name) => session.env[name]).find((value) => value !== undefined && value.trim() !== "");
}

/** The branch under judgement: named, or said by the CI service, or the one checked out. */
export function judgedBranch(session: Session, named: string | undefined): string | undefined {
  return named ?? session.repository?.branch ?? fromEnvironment(session, SOURCE_VARIABLES);
}

/** The policy of the base branch. `named` is `--base`; this worktree's own `base` setting is not asked. */
export async function basePolicy(session: Session, named: string | undefined): Promise<BasePolicy> {
  let base: BaseBranch | undefined;
  let text: string | undefined;
  try {
    base = session.repository && baseBranch(session.root, named ?? fromEnvironment(session, TARGET_VARIABLES));
    text = base && settingsText(session, base);
    // The base branch itself may say that another branch is the base.
    const further = named === undefined && text !== undefined ? (await settingsOfText(text)).base : undefined;
    if (base && further !== undefined && further !== base.name) {
      base = baseBranch(session.root, further) ?? base;
      text = settingsText(session, base);
    }
    if (!base) return withDefaults(session, undefined, `no base branch is here, so its rules cannot be read; ${MEND}`);
    const theirs = text === undefined ? DEFAULT_SETTINGS : await settingsOfText(text);
    const from =
      text === undefined ? `defaults: ${base.name} has no ${SETTINGS_FILE}` : `${SETTINGS_FILE} of ${base.name}`;
    return { settings: withPolicyOf(session, theirs), base, from, trouble: undefined };
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    const mend = error.code === "CONFIG_INVALID" ? `mend ${SETTINGS_FILE} on ${base?.name ?? "the base branch"}` : MEND;
    return withDefaults(session, base, `the base branch's rules cannot be read: ${error.message}; ${mend}`);
  }
}

function settingsText(session: Session, base: BaseBranch): string | undefined {
  return fileAt(session.root, base.commit, SETTINGS_FILE)?.toString("utf8");
}

function withPolicyOf(session: Session, theirs: Settings): Settings {
  const { rules, fail_on, decisions, resolution } = theirs;
  const own = ownSettings(session);
  return { ...own, rules, fail_on, decisions, resolution, sync: { ...own.sync, branch: carrierOf(session, theirs) } };
}

/** A change must not choose which ledger it is judged by; whoever runs the check may. */
function carrierOf(session: Session, theirs: Settings): string | undefined {
  try {
    const { origins, settings } = session.loadedSettings;
    if (origins["sync.branch"] === "environment") return settings.sync.branch;
  } catch {
    // Its settings cannot be read; that is said elsewhere.
  }
  return theirs.sync.branch;
}

const withDefaults = (session: Session, base: BaseBranch | undefined, trouble: string): BasePolicy => ({
  settings: withPolicyOf(session, DEFAULT_SETTINGS),
  base,
  from: "defaults",
  trouble,
});

/** Settings that a change has broken must not end the check that would have judged it. */
function ownSettings(session: Session): Settings {
  try {
    return session.settings;
  } catch (error) {
    // Nothing of the change: whoever runs the check mends it.
    if (isOfEnvironment(error)) throw error;
    session.warn(`${SETTINGS_FILE} of this branch cannot be read: ${(error as Error).message}`);
    return DEFAULT_SETTINGS;
  }
}
