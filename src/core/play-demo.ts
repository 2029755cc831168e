// The headline example, played for real: a throw-away git repository, two worktrees, the real binary (issue of two
// agents that plan work on one service). Nothing outside the temporary folder is touched.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ForemergeError } from "../errors.ts";
import { git } from "../git/run.ts";
import { runSelf } from "./self.ts";

export interface DemoStep {
  /** What happens, for a reader. */
  readonly title: string;
  /** The command line as typed. */
  readonly command: string;
  readonly exit: number;
  readonly output: string;
}

export interface Demo {
  readonly steps: readonly DemoStep[];
  readonly conflict_id: string;
  readonly detections: number;
  readonly final_status: string;
}

const SERVICE = `export class PaymentService {
  pay(order: string, amount: number): string {
    return \`\${order}:\${amount}\`;
  }
}
`;

/** Builds the repository with its two worktrees and returns their paths. */
function stage(top: string): { readonly consolidate: string; readonly wallets: string } {
  const shop = join(top, "shop");
  mkdirSync(join(shop, "src"), { recursive: true });
  const run = (...words: string[]) => git(words, { cwd: shop });
  run("init", "-q", "-b", "main");
  run("config", "user.name", "Demo");
  run("config", "user.email", "demo@example.org");
  writeFileSync(join(shop, "src", "payment.ts"), SERVICE);
  run("add", "-A");
  run("commit", "-q", "-m", "Take payments");
  const consolidate = join(top, "consolidate");
  const wallets = join(top, "wallets");
  run("worktree", "add", "-q", "-b", "consolidate", consolidate);
  run("worktree", "add", "-q", "-b", "wallets", wallets);
  return { consolidate, wallets };
}

/**
 * Plays the whole story and checks its outcome on the way.
 * @throws INTERNAL when a step ends otherwise than told: the demo never shows what did not happen
 */
export function playDemo(): Demo {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-demo-")));
  const steps: DemoStep[] = [];
  try {
    const { consolidate, wallets } = stage(top);
    const play = (title: string, cwd: string, agent: string, expected: number, words: readonly string[]): string => {
      const done = runSelf([...words, "--agent", agent], cwd);
      const command = `${cwd.slice(top.length + 1)}$ foremerge ${words.map(quoted).join(" ")} --agent ${agent}`;
      steps.push({ title, command, exit: done.status, output: done.stdout + done.stderr });
      if (done.status !== expected) {
        throw new ForemergeError(
          "INTERNAL",
          `the demo expected exit ${expected} of: ${command}\n${done.stdout}${done.stderr}`,
        );
      }
      return done.stdout;
    };

    play("A ledger, shared by all worktrees", consolidate, "ada", 0, ["init"]);
    play("Ada declares what she will do", consolidate, "ada", 0, [
      "intent",
      "publish",
      "Consolidate billing on one acquirer",
      "--scope",
      "symbol:PaymentService=replace",
    ]);
    const wish = ["Offer wallets at checkout", "--scope", "symbol:PaymentService=extend"];
    play("Ben asks first, from another worktree: exit 1, nothing written", wallets, "ben", 1, [
      "conflicts",
      "check",
      ...wish,
    ]);
    play("Ben publishes all the same; the finding is recorded", wallets, "ben", 0, ["intent", "publish", ...wish]);
    const listed = JSON.parse(runSelf(["conflicts", "list", "--json"], wallets).stdout) as {
      conflicts: { id: string }[];
    };
    const id = listed.conflicts[0]?.id ?? "";
    play("What was detected, and when", consolidate, "ada", 0, ["detections", id]);
    play("They agree, and say why", consolidate, "ada", 0, [
      "resolve",
      id,
      "--reason",
      "wallets first, then the new acquirer",
    ]);
    const mine = JSON.parse(runSelf(["intent", "list", "--by", "ben", "--json"], wallets).stdout) as {
      intents: { id: string }[];
    };
    play("Detected again: one more detection, still settled", wallets, "ben", 0, [
      "intent",
      "rescope",
      mine.intents[0]?.id ?? "",
      "--scope",
      "symbol:PaymentService=extend",
    ]);
    play("The settled state", consolidate, "ada", 0, ["conflicts", "show", id]);
    const shown = JSON.parse(runSelf(["conflicts", "show", id, "--json"], wallets).stdout) as {
      conflict: { status: string };
      detections: unknown[];
    };
    return { steps, conflict_id: id, detections: shown.detections.length, final_status: shown.conflict.status };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

const quoted = (word: string): string => (/^[\w:=./-]+$/.test(word) ? word : `"${word}"`);
