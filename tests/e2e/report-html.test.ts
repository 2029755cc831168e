// `report --html` and `graph` from a real ledger, hostile words included.
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testWith } from "../programs.ts";
import { openBrowser } from "../report/browser.ts";
import { type Answer, openStage, type Stage } from "../stage.ts";

const MISCHIEF = '</script><img src=x onerror="window.pwned=1"> [a](javascript:window.pwned=1)';
let stage: Stage;

beforeAll(async () => {
  stage = openStage();
  const at = (time: string) => ["--now", `2026-11-30T${time}:00Z`];
  await stage.run(["init", ...at("08:00")]);
  const publish = (agent: string, summary: string, scope: string, time: string) =>
    stage.json(["intent", "publish", summary, "--scope", scope, "--agent", agent, ...at(time)]);
  await publish("claude-a", `Replace PaymentService ${MISCHIEF}`, "symbol:PaymentService=replace", "09:00");
  await publish(`codex ${MISCHIEF}`, "Offer refunds", "symbol:PaymentService=extend", "10:00");
  await publish("rosa", "Print labels", `symbol:Label ${MISCHIEF}=add`, "11:00");
});
afterAll(() => stage.remove());

testWith(
  ["chromium"],
  "writes one page with matrix, lanes, finding and advice, in which nothing stored runs",
  async () => {
    const { exit, document } = await stage.run([
      "report",
      "--html",
      "out.html",
      "--now",
      "2026-11-30T12:00:00Z",
      "--json",
    ]);
    expect([exit, (document as Answer).html]).toEqual([0, join(stage.repo, "out.html")]);
    const open = await openBrowser();
    try {
      const page = await open.browser.newPage();
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      const url = pathToFileURL(join(stage.repo, "out.html")).href;
      await page.goto(url);
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(requests).toEqual([url]);
      expect(await page.locator("article h3").allTextContents()).toEqual([
        expect.stringMatching(/^HIGH FM-C001 destructive vs additive on symbol:PaymentService$/),
      ]);
      expect(await page.locator("article").textContent()).toContain("PaymentProvider");
      expect(await page.locator(".matrix tbody tr").count()).toBe(2);
      expect(await page.locator(".lane .track a.b").count()).toBe(3);
    } finally {
      await open.close();
    }
  },
);

test("replaces the page, and refuses folders, blanks and places that cannot be written", async () => {
  await stage.run(["report", "--html", "out.html"]);
  expect(statSync(join(stage.repo, "out.html")).size).toBeGreaterThan(1000);
  for (const [file, exit] of [
    ["src", 2],
    ["", 2],
    ["no/such/folder/x.html", 3],
  ] as const) {
    if (file === "src") stage.write("src/keep", "");
    expect([file, (await stage.run(["report", "--html", file, "--json"])).exit]).toEqual([file, exit]);
  }
});

test("draws the graph in Mermaid and DOT, and reads as a matrix", async () => {
  const mermaid = (await stage.run(["graph", "--format", "mermaid"])).stdout;
  expect(mermaid).toContain('<-. "HIGH FM-C001" .->');
  expect(mermaid).not.toMatch(/<img|<\/script/);
  const dot = (await stage.run(["graph", "--format", "dot", "--by", "claude-a"])).stdout;
  expect(dot.match(/shape=box/g)).toHaveLength(2);
  const document = await stage.json(["graph"]);
  expect(document.findings).toHaveLength(1);
  expect((await stage.run(["graph"])).stdout).toContain("Who collides with whom:");
});
