// Claims and locks for people: who holds what until when. Pure.
import type { View } from "../commands/command.ts";
import type { ClaimView, ShownFinding } from "../core/documents.ts";
import { age } from "./age.ts";
import { findingsText } from "./findings.ts";
import { type Cell, heading, paragraph, table } from "./table.ts";
import { scopeText } from "./words.ts";

/** What a claim is called: plain claims are advisory, locks exclude. */
function kindOf(claim: ClaimView): string {
  return claim.exclusive ? (claim.read ? "read lock" : "lock") : "claim";
}

/** The end of a live lease; a lock that lost to another machine's stops nobody until then. */
function endOf(view: View, { expires_at, lost_to }: ClaimView): Cell {
  const end = `ends ${age(expires_at, view.now)} (${expires_at})`;
  return lost_to ? { text: `lost to ${lost_to.agent}, ${end}`, role: "warn" } : end;
}

/** Table form of `foremerge.claims/1`: the end of every lease stands in every output (spec 4.3). */
export function claimsText(view: View, claims: readonly ClaimView[], none = "No live claim."): string {
  if (claims.length === 0) return view.width === undefined ? "" : paragraph(view, none);
  return table(
    view,
    [
      { title: "Scope", min: 14 },
      { title: "Agent", min: 8 },
      { title: "Kind", rigid: true },
      { title: "Lease", min: 12 },
      { title: "Claim", rigid: true },
      { title: "Intent", rigid: true },
    ],
    claims.map((claim) => [
      scopeText(claim.scope),
      claim.agent,
      kindOf(claim),
      claim.live ? endOf(view, claim) : { text: `lapsed ${age(claim.expires_at, view.now)}`, role: "warn" },
      claim.id,
      claim.intent_id,
    ]),
  );
}

/** Table form of `claim take`: what was taken, and who else is on it. */
export function takenText(view: View, claims: readonly ClaimView[], findings: readonly ShownFinding[]): string {
  if (findings.length === 0) return claimsText(view, claims);
  return `${claimsText(view, claims)}${heading(view, "Others are on it too; the claim stands:")}${findingsText(view, findings)}`;
}

/** Table form of `claim release`. */
export function releasedText(view: View, claims: readonly ClaimView[]): string {
  if (claims.length === 0) return view.width === undefined ? "" : paragraph(view, "Nothing was held.");
  return table(
    view,
    [
      { title: "Released", min: 14 },
      { title: "Agent", min: 8 },
      { title: "Kind", rigid: true },
      { title: "Lease", min: 12 },
      { title: "Claim", rigid: true },
    ],
    claims.map((claim) => [
      scopeText(claim.scope),
      claim.agent,
      kindOf(claim),
      claim.state === "live"
        ? `would have ended ${age(claim.expires_at, view.now)}`
        : { text: `had lapsed ${age(claim.expires_at, view.now)}`, role: "warn" },
      claim.id,
    ]),
  );
}
