// The pages for people hang together: README leads to every page, and no link leads nowhere.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "./stage.ts";

const read = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const pages = readdirSync(join(PROJECT, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);

/** Targets of relative links outside of code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] as string)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Anchors as hosts of Markdown make them from headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("README links every page", () => {
  const linked = linksOf(read("README.md"));
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});

test("every link of README and the pages leads to a file and a heading that are there", () => {
  const broken = ["README.md", ...pages].flatMap((page) =>
    linksOf(read(page))
      .filter((target) => {
        const [file = "", anchor] = target.split("#");
        const path = file === "" ? page : join(dirname(page), file);
        if (!existsSync(join(PROJECT, path))) return true;
        return anchor !== undefined && !anchorsOf(read(path)).includes(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});
