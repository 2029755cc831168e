// Loaded before the binary: kills the process without warning around the nth rename of a file that is being changed or
// of a journal. KILL_AT=before:2 or after:3.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [when, number] = (process.env.KILL_AT ?? ":0").split(":");
const rename = fs.renameSync;
let count = 0;
fs.renameSync = (from, to) => {
  const ours = /\.foremerge-[^/]*\.tmp$|undo\/[^/]*\.json\.tmp$/.test(String(from));
  if (ours) count++;
  const now = ours && count === Number(number);
  if (now && when === "before") process.kill(process.pid, "SIGKILL");
  rename(from, to);
  if (now && when === "after") process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();
