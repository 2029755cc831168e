// What doctor finds out: one line about one thing, and how to mend it. Types and small makers.

export interface Diagnosis {
  /** What was looked at: `git`, `ledger`, `settings`, `hooks`, `sync`, … */
  readonly check: string;
  /** `note`: worth knowing, nothing is broken. */
  readonly state: "ok" | "note" | "wrong";
  readonly message: string;
  /** What to do about it. */
  readonly mend?: string;
}

export const ok = (check: string, message: string): Diagnosis => ({ check, state: "ok", message });
export const note = (check: string, message: string, mend?: string): Diagnosis => ({
  check,
  state: "note",
  message,
  ...(mend === undefined ? {} : { mend }),
});
export const wrong = (check: string, message: string, mend: string): Diagnosis => ({
  check,
  state: "wrong",
  message,
  mend,
});
