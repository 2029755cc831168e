// The thread of src/store/second-reader.ts: the same program, asked to read.
"use strict";
const { workerData } = require("node:worker_threads");
require("./load.cjs").load().readSecond(workerData);
