// FM-F002: two sides touch the same symbol of a file. Found by the dispatch check, not by scopes.
import type { NamedRule } from "./rule.ts";

export const symbolOverlap: NamedRule = {
  meta: {
    id: "FM-F002",
    kind: "symbol_overlap",
    summary: "Two sides touch the same function, class or method of one file, or the same lines.",
    rationale:
      "Within a file it is the function that two changes collide in. Names are taken as declared and compared whole, " +
      "with their class: Cart.save and Order.save are two things. Nobody has declared what will be done to them, so " +
      "it is surfaced and not asserted.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "artifact src/cart.ts, symbols [Cart]", target: "artifact src/cart.ts, symbols [Cart.save]" },
    miss: {
      source: "artifact src/cart.ts, symbols [Cart.save]",
      target: "artifact src/cart.ts, symbols [Order.save]",
      why: "two methods of one name belong to two classes",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
};
