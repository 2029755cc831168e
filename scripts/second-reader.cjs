// The thread that src/store/second-reader.ts starts: the same program, asked to read (src/store/read-second.ts). Whatever happens, the other one is woken.
"use strict";
const { workerData } = require("node:worker_threads");
try {
  require("./load.cjs").load().readSecond(workerData);
} finally {
  Atomics.store(workerData.done, 0, 1);
  Atomics.notify(workerData.done, 0);
}
