// What a hook has to say (spec 3.6). How it is said to a coding agent is src/report/hook-answer.ts. Pure.

export interface HookAnswer {
  /** `block` only for an exclusive claim of another live agent, or where the settings ask for it. */
  readonly verdict: "silent" | "advise" | "block";
  /** Empty when silent. */
  readonly text: string;
}

export const SILENT: HookAnswer = { verdict: "silent", text: "" };

export const advise = (text: string): HookAnswer => (text === "" ? SILENT : { verdict: "advise", text });
export const block = (text: string): HookAnswer => ({ verdict: "block", text });

/** Stored text on one line, short, as a part of a sentence. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line);
}
