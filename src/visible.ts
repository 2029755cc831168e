// Text from outside made safe to show: control characters and bidirectional overrides become \u escapes. Pure.

/** Control characters of a text shown as escapes, line feeds kept: a message may quote stored or typed text. */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
