// JSON text of a large document, piece by piece: long lists at its top are never one text (V8's end at 512 MiB). Pure.

/** Members of a list that are put into one piece. */
const TOGETHER = 512;

/** Pieces that together are `JSON.stringify(document)`. A piece ends only between the members of a list. */
export function* jsonPieces(document: object): Iterable<string> {
  const long = Object.values(document).some((value) => Array.isArray(value) && value.length > TOGETHER);
  if (!long) {
    yield JSON.stringify(document);
    return;
  }
  let opened = "{";
  for (const [name, value] of Object.entries(document)) {
    if (!Array.isArray(value) || value.length <= TOGETHER) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) continue;
      yield `${opened}${JSON.stringify(name)}:${text}`;
    } else {
      yield `${opened}${JSON.stringify(name)}:[`;
      for (let from = 0; from < value.length; from += TOGETHER) {
        const text = JSON.stringify(value.slice(from, from + TOGETHER));
        yield `${from === 0 ? "" : ","}${text.slice(1, -1)}`;
      }
      yield "]";
    }
    opened = ",";
  }
  yield opened === "{" ? "{}" : "}";
}
