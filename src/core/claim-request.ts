// What somebody typed for claims and locks, checked before the ledger is looked at (spec 4.3).
import { parseDuration } from "../config/duration.ts";
import type { Scope } from "../detect/model.ts";
import { parseScopeClaim, printScope } from "../detect/scope.ts";
import { invalidInput } from "../errors.ts";
import { type GrantedLease, grantLease } from "./leases.ts";
import { canonicalPath } from "./paths.ts";
import type { Session } from "./session.ts";
import { requireReason } from "./settle.ts";

export interface TypedClaim {
  readonly scopes: readonly string[];
  readonly lease: string | undefined;
  readonly wait: string | undefined;
  readonly reason: string | undefined;
  readonly exclusive: boolean;
  readonly read: boolean;
}

export interface CheckedClaim {
  readonly scopes: readonly Scope[];
  readonly lease: GrantedLease;
  readonly waitSeconds: number;
  readonly reason?: string;
  readonly exclusive: boolean;
  readonly read: boolean;
}

/** At most so many scopes in one call, as for a declaration (spec 1.1). */
const MOST_SCOPES = 200;

/** @throws INVALID_INPUT naming the value and what to write instead */
export function checkClaim(session: Session, typed: TypedClaim): CheckedClaim {
  if (typed.scopes.length === 0)
    throw invalidInput("no scope to claim", "write foremerge claim take KIND:KEY --intent ID");
  if (typed.scopes.length > MOST_SCOPES) {
    throw invalidInput(
      `${typed.scopes.length} scopes in one claim; at most ${MOST_SCOPES} are allowed`,
      "claim the directory instead",
    );
  }
  const scopes = typed.scopes.map((text) => parseScopeClaim(text, { filePath: (key) => canonicalPath(session, key) }));
  const other = scopes.find((scope) => scope.kind !== "file");
  if (typed.exclusive && other) {
    throw invalidInput(
      `--exclusive locks files, and ${printScope(other)} is none`,
      `write file:PATH, or claim ${printScope(other)} without --exclusive`,
    );
  }
  return {
    scopes,
    lease: leaseOf(session, typed.lease),
    waitSeconds: typed.wait === undefined ? session.settings.locks.timeout_seconds : seconds("--wait", typed.wait),
    exclusive: typed.exclusive,
    read: typed.read,
    ...(typed.reason === undefined ? {} : { reason: requireReason(typed.reason) }),
  };
}

/** The lease that is granted for `--lease`, or for the setting. */
export function leaseOf(session: Session, typed: string | undefined): GrantedLease {
  return grantLease(typed === undefined ? session.settings.claims.lease : seconds("--lease", typed));
}

function seconds(flag: string, text: string): number {
  const found = parseDuration(text);
  if (found === undefined)
    throw invalidInput(`${flag} ${JSON.stringify(text)} is no duration`, `write ${flag} 30s, 15m or 2h`);
  return found;
}
