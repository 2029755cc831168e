// The report page in a real browser: it reads, filters, fits, and stored text does nothing in it.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageHtml } from "../../src/report/html/page.ts";
import { describeWith } from "../programs.ts";
import { type OpenBrowser, openBrowser } from "./browser.ts";
import { pageOf } from "./page-story.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MISCHIEF =
  '</script><script>window.pwned=1</script><img src="https://evil.example/x" onerror="window.pwned=1">"\' onfocus=window.pwned=1 autofocus [x](javascript:window.pwned=1) javascript:window.pwned=1 \u202e\u2066\u0000\u001b[2J';

describe("the page's text", () => {
  it("stays under 1 MB for 1,000 intents, whatever they are called", () => {
    expect(Buffer.byteLength(pageHtml(pageOf(1000)))).toBeLessThan(1_000_000);
    const long = pageHtml(pageOf(1000, { text: "漢字<&".repeat(400) }));
    expect(Buffer.byteLength(long)).toBeLessThan(1_000_000);
  });

  it("is the same for the same ledger, and names no other place", () => {
    const html = pageHtml(pageOf(30));
    expect(pageHtml(pageOf(30))).toBe(html);
    expect(html).not.toMatch(/(src|href)="(?!#)/);
    expect(html).not.toMatch(/url\(|@import/);
  });

  it("says so when there is nothing yet", () => {
    const html = pageHtml(pageOf(0));
    for (const text of ["No open finding.", "Nobody has declared anything yet.", "No finding was ever recorded."]) {
      expect(html).toContain(text);
    }
  });
});

describeWith(["chromium"], "in Chromium", () => {
  let open: OpenBrowser;
  beforeAll(async () => {
    open = await openBrowser();
  });
  afterAll(async () => {
    await open.close();
  });

  /** Opens the page from disk and counts every request that is not the file itself. */
  async function show(
    html: string,
    options: BrowserContextOptions,
    work: (page: Page, requests: string[]) => Promise<void>,
  ) {
    const file = join(open.folder, "report.html");
    writeFileSync(file, html);
    const context = await open.browser.newContext(options);
    try {
      const page = await context.newPage();
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      const url = pathToFileURL(file).href;
      await page.goto(url);
      await work(
        page,
        requests.filter((each) => each !== url),
      );
    } finally {
      await context.close();
    }
  }

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [400, 1600]) {
      it(`meets WCAG AA and fits ${width} px in the ${colorScheme}`, async () => {
        await show(pageHtml(pageOf(60)), { colorScheme, viewport: { width, height: 900 } }, async (page, requests) => {
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
          await page.evaluate(AXE);
          const found = (await page.evaluate(
            `axe.run({runOnly:["wcag2a","wcag2aa","wcag21a","wcag21aa","best-practice"]}).then(r=>r.violations.map(v=>v.id+": "+v.nodes.slice(0,3).map(n=>n.html.slice(0,200)+" "+(n.any[0]||{}).message).join(" | ")))`,
          )) as string[];
          expect(found).toEqual([]);
          expect(requests).toEqual([]);
          if (process.env.SCREENSHOTS) {
            for (const id of ["matrix", "lanes", "findings", "hot", "intents"]) {
              await page.evaluate(`document.getElementById("${id}").scrollIntoView()`);
              await page.screenshot({ path: join(process.env.SCREENSHOTS, `${colorScheme}-${width}-${id}.png`) });
            }
          }
        });
      });
    }
  }

  it("runs nothing of hostile text and asks nobody for anything", async () => {
    await show(pageHtml(pageOf(40, { text: MISCHIEF })), {}, async (page, requests) => {
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => dialogs.push(dialog.message()));
      await page.mouse.move(200, 200);
      for (let i = 0; i < 12; i++) await page.keyboard.press("Tab");
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(await page.evaluate("document.scripts.length+document.images.length")).toBe(1);
      expect(
        await page.evaluate(
          `[...document.querySelectorAll("*")].flatMap(e=>[...e.attributes]).filter(a=>/^on/i.test(a.name)||/javascript:/i.test(a.value)&&a.name!=="title"&&a.name!=="aria-label").map(a=>a.name)`,
        ),
      ).toEqual([]);
      expect(await page.evaluate("/[\\u202e\\u2066\\u001b]/.test(document.body.innerText)")).toBe(false);
      expect([...requests, ...dialogs]).toEqual([]);
    });
  });

  it("filters by agent, severity and rule with the keyboard alone", async () => {
    await show(pageHtml(pageOf(60)), { viewport: { width: 1200, height: 800 } }, async (page) => {
      const cards = () => page.locator("article:visible").count();
      const all = await cards();
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.className")).toBe("skip");
      await page.focus("select[name=severity]");
      await page.keyboard.type("HIGH");
      await expect.poll(cards).toBeLessThan(all);
      expect(await page.locator("article:visible h3 b:not(.HIGH)").count()).toBe(0);
      const agent = (await page.locator("article:visible .meta").first().textContent())?.split(" and ")[0] ?? "";
      await page.focus("select[name=agent]");
      await page.keyboard.type(agent);
      const few = await cards();
      expect(few).toBeGreaterThan(0);
      for (const text of await page.locator("article:visible .meta").allTextContents()) expect(text).toContain(agent);
      expect(await page.locator("#shown").textContent()).toBe(`${few} of ${all} open findings shown`);
      for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.type")).toBe("reset");
      await page.keyboard.press("Enter");
      await expect.poll(cards).toBe(all);
    });
  });

  it("follows a bar to its intent and a dot to its finding", async () => {
    await show(pageHtml(pageOf(20)), {}, async (page) => {
      await page.locator(".track a.b").first().focus();
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.querySelector(':target').tagName")).toBe("TR");
      await page.locator(".track a.dot").first().focus();
      await page.keyboard.press("Enter");
      expect(await page.evaluate("/^f\\d+$/.test(document.querySelector(':target').id)")).toBe(true);
    });
  });

  it("reads without scripts: everything shown, no dead filters", async () => {
    await show(pageHtml(pageOf(20)), { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("form:visible").count()).toBe(0);
      expect(await page.locator("article:visible").count()).toBeGreaterThan(3);
      expect(await page.locator(".matrix tbody tr:visible").count()).toBeGreaterThan(3);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: join(process.env.SCREENSHOTS, "report-no-script.png") });
    });
  });
});
