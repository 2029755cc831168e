// A writer as a process of its own, for tests that start many of them or kill them. Bundled by processes.test.ts.
// usage: writer publish FOLDER AGENT COUNT [SIZE] | writer hold FOLDER
// publish: prints an id for every intent, only when it is durable. hold: takes the lock, prints "held" and waits.
import { writeSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../../src/errors.ts";
import { newId } from "../../src/store/id.ts";
import { withLock } from "../../src/store/lock.ts";
import { openLedger } from "../../src/store/open-ledger.ts";
import { published } from "./workshop.ts";

const [mode, folder = "", agent = "ada", count = "1", size = "0"] = process.argv.slice(2);
const patience = Number(process.env.PATIENCE_MS ?? 10_000);

try {
  if (mode === "hold") {
    withLock(join(folder, "locks"), "writer", () => {
      writeSync(1, "held\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    });
  }
  for (let i = 0; i < Number(count); i++) {
    // Opened anew each time, as every command does.
    const ledger = openLedger({ path: join(folder, "ledger.jsonl"), folder }, { patienceMs: patience });
    const at = new Date();
    const id = newId("int", at);
    const intent = published(id, { agent, rationale: "x".repeat(Number(size)) });
    ledger.transact({ actor: agent, at }, () => ({ events: [intent], result: undefined }));
    ledger.close();
    writeSync(1, `${id}\n`);
  }
} catch (error) {
  if (!(error instanceof ForemergeError)) throw error;
  writeSync(2, `${error.code} ${error.message}\n`);
  process.exitCode = error.exit;
}
