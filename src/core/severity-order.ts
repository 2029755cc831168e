// The order in which conflicts are worked through: the most severe first.

import type { Finding } from "../detect/model.ts";
import { severityRank } from "../detect/severity.ts";

type Ordered = Pick<Finding, "severity" | "score" | "id">;

/** HIGH first, then the higher score, then the id. */
export const bySeverity = (a: Ordered, b: Ordered): number =>
  severityRank(a.severity) - severityRank(b.severity) || b.score - a.score || (a.id < b.id ? -1 : 1);
