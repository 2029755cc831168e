// The baseline of a first read: JSON.parse over every line of a file, and nothing else.
import { fstatSync, openSync, readSync } from "node:fs";

const fd = openSync(process.argv[2], "r");
const { size } = fstatSync(fd);
const buffer = Buffer.allocUnsafe(4 << 20);
let lines = 0;
for (let position = 0, held = 0; position < size; ) {
  const got = readSync(fd, buffer, held, buffer.length - held, position);
  if (got === 0) break;
  position += got;
  const end = held + got;
  let start = 0;
  for (;;) {
    const feed = buffer.indexOf(10, start);
    if (feed === -1 || feed >= end) break;
    JSON.parse(buffer.toString("utf8", start, feed));
    lines++;
    start = feed + 1;
  }
  buffer.copyWithin(0, start, end);
  held = end - start;
}
console.log(lines);
