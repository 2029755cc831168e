// What the second thread does (second-reader.ts starts it): reads its stretch and hands it over. Whether it was read or
// not, scripts/second-reader.cjs wakes the first thread.
import { readStretch, type Stretch } from "./read.ts";
import type { Task } from "./second-reader.ts";

/** Reads the stretch and puts it into the port; nothing, where only a reading in one piece can tell what it means. */
export function readSecond({ fd, from, to, folder, port }: Task): void {
  const stretch = readStretch(fd, from, to, folder);
  port.postMessage(stretch, stretch ? buffersOf(stretch) : []);
}

/** The memory behind the columns, which changes hands instead of being copied. */
function buffersOf({ part }: Stretch): ArrayBuffer[] {
  return Object.values(part).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
