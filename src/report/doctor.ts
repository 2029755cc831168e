// `doctor` for people: what is wrong first, with how to mend it. Pure.
import type { View } from "../commands/command.ts";
import type { DoctorDocument } from "../core/doctor/doctor.ts";
import { counted } from "../counted.ts";
import type { Role } from "../term/paint.ts";
import { paragraph, table } from "./table.ts";

const ROLE: Readonly<Record<string, Role>> = { ok: "good", note: "warn", wrong: "high" };
const ORDER: Readonly<Record<string, number>> = { wrong: 0, note: 1, ok: 2 };

/** Table form of `foremerge.doctor/1`. */
export function doctorText(view: View, doc: DoctorDocument): string {
  const checks = [...doc.checks].sort((a, b) => (ORDER[a.state] ?? 3) - (ORDER[b.state] ?? 3));
  const wrongs = checks.filter(({ state }) => state === "wrong").length;
  const list = table(
    view,
    [
      { title: "State", rigid: true },
      { title: "Check", rigid: true },
      { title: "Found", min: 16 },
      { title: "How to mend it", min: 14 },
    ],
    checks.map(({ state, check, message, mend }) => [
      { text: state, role: ROLE[state] ?? "plain" },
      check,
      message,
      mend,
    ]),
  );
  const verdict = doc.healthy
    ? paragraph(view, "Nothing is wrong.", { role: "good" })
    : paragraph(view, `${counted(wrongs, "thing is", "things are")} wrong.`, { role: "high" });
  return doc.fixed.map((text) => paragraph(view, `Fixed: ${text}`, { role: "good" })).join("") + list + verdict;
}
