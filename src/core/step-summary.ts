// The summary of a GitHub Actions job: a file that the runner names and shows as Markdown.
import { appendFileSync } from "node:fs";
import type { Session } from "./session.ts";

/** Adds Markdown to the job's summary when the run has one; a summary that cannot be written is only warned about. */
export function addStepSummary(session: Session, markdown: () => string): void {
  const file = session.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  try {
    appendFileSync(file, `${markdown()}\n`);
  } catch (error) {
    session.warn(`the job summary ${JSON.stringify(file)} could not be written: ${(error as Error).message}`);
  }
}
