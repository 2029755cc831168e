// A git server at the end of a slow line, for bench/sync.mjs: `git daemon` for every connection, whose bytes arrive half
// a round trip late in both directions; connecting takes one round trip. Prints its port. Usage: slow-link.mjs FOLDER MS
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const [folder, roundTrip] = [process.argv[2], Number(process.argv[3])];
const words = ["daemon", "--inetd", "--export-all", "--enable=receive-pack", `--base-path=${folder}`, folder];

/** Hands bytes on in order, each piece `delay` ms after it came. */
function late(from, to, delay, atFirst = 0) {
  const ready = Date.now() + atFirst;
  const after = () => Math.max(ready - Date.now(), 0) + delay;
  from.on("data", (piece) => setTimeout(() => to.write(piece), after()));
  from.on("end", () => setTimeout(() => to.end(), after()));
  from.on("error", () => to.destroy());
  to.on("error", () => from.destroy());
}

const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
  const daemon = spawn("git", words, { stdio: ["pipe", "pipe", "ignore"] });
  late(socket, daemon.stdin, roundTrip / 2, roundTrip);
  late(daemon.stdout, socket, roundTrip / 2);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("disconnect", () => process.exit());
