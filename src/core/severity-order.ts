// The order in which conflicts are worked through: the most severe first.
import { severityRank } from "../detect/severity.ts";
import type { Conflict } from "../store/model.ts";

/** HIGH first, then the higher score, then the id. */
export const bySeverity = (a: Conflict, b: Conflict): number =>
  severityRank(a.severity) - severityRank(b.severity) || b.score - a.score || (a.id < b.id ? -1 : 1);
