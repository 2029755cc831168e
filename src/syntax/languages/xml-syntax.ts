// Where the tags of an XML text do not fit together.

const PIECE =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[CDATA)[^>]*>|<(\/?)([A-Za-z_][\w.:-]*)([^<>]*)(>?)|</g;

export interface XmlProblem {
  readonly at: number;
  readonly message: string;
}

/** The first place where a tag is not closed, closes nothing, or ends in its middle. */
export function firstXmlError(text: string): XmlProblem | undefined {
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const found of text.matchAll(PIECE)) {
    const [piece, slash, name, rest, end] = found;
    if (/^<[!?]/.test(piece)) continue;
    if (name === undefined || end === "") return { at: found.index, message: "no tag of XML" };
    if (slash === "") {
      if (!rest?.endsWith("/")) open.push({ name, at: found.index });
      continue;
    }
    const last = open.pop();
    if (!last) return { at: found.index, message: `</${name}> closes nothing` };
    if (last.name !== name) return { at: last.at, message: `<${last.name}> is not closed` };
  }
  const last = open.pop();
  return last && { at: last.at, message: `<${last.name}> is not closed` };
}
