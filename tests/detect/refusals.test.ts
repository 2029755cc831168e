// Every refusal of spec 1.1 names the value and what to write instead.
import { describe, expect, it } from "vitest";
import { buildRequest } from "../../src/detect/request.ts";
import { parseScope, parseScopeClaim, scopeWarnings } from "../../src/detect/scope.ts";
import { ForemergeError } from "../../src/errors.ts";

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ForemergeError) return `${error.code} ${error.exit}: ${error.message} ${error.hint ?? ""}`;
    throw error;
  }
  throw new Error("nothing was refused");
}

const request = (scopes: string[], summary = "Rework the labels", uses: string[] = []) =>
  buildRequest({ summary, scopes, uses });

describe("a scope is refused", () => {
  it.each([
    ["Label", ["INVALID_INPUT 2", '"Label"', "symbol:Label"]],
    [":Label", ['":Label"', "no kind", "symbol, api"]],
    ["symbol:", ['"symbol:"', "empty key", "symbol:NAME"]],
    ["symbol:::", ['"symbol:::"', "empty once separators are folded"]],
    ["symbl:Label", ['"symbl"', "did you mean symbol"]],
    ["class:Label", ['"class"', "kinds are symbol, api, schema"]],
    ["symbol:Label=repalce", ['"repalce"', "did you mean replace", "Operations: add, extend"]],
    ["config:FEATURE=on", ['"on"', "config:FEATURE=on=modify"]],
    ["symbol:Label=", ["no operation", "symbol:Label=modify"]],
    ["symbol:La\u001bbel", ["control character U+001B"]],
    [`symbol:${"a".repeat(513)}`, ["513", "at most 512"]],
    ["file:../outside.ts", ['"file:../outside.ts"', "leaves the repository", "file:src/label.ts"]],
    ["file:src/../.git/config", ["inside .git"]],
    ["file:.foremerge/ledger.jsonl", ["ledger"]],
    ["file:./", ["names nothing"]],
    ["file:/etc/passwd", ["absolute", "relative to the root"]],
  ])("%j", (text, parts) => {
    const message = refusal(() => parseScope(text));
    for (const part of parts) expect(message).toContain(part);
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  it("when a claim names an operation, with the text to write", () => {
    const message = refusal(() => parseScopeClaim("symbol:Label = Replace"));
    expect(message).toContain('"replace"');
    expect(message).toContain("symbol:Label");
    expect(parseScopeClaim("api:GET /search?q=x")).toEqual({ kind: "api", key: "GET /search?q=x" });
  });
});

describe("a request is refused", () => {
  it("when its summary is blank or too long", () => {
    expect(refusal(() => request([], " \t "))).toContain("blank");
    expect(refusal(() => request([], "x".repeat(2001)))).toContain("2001");
  });

  it("when it has more than 200 scopes", () => {
    const scopes = Array.from({ length: 201 }, (_, i) => `config:k${i}=add`);
    expect(refusal(() => request(scopes))).toContain("201");
  });

  it("when one scope is declared with two operations", () => {
    const message = refusal(() => request(["symbol:Label::print=replace", "symbol:Label#print()=extend"]));
    expect(message).toContain("symbol:Label::print=replace");
    expect(message).toContain("symbol:Label#print()=extend");
  });
});

describe("a request folds", () => {
  it("spellings of one scope, keeping the first", () => {
    expect(request(["symbol:Acme\\Label=extend", "symbol:acme/Label=extend"]).scopes).toEqual([
      { kind: "symbol", key: "Acme\\Label", operation: "extend", inferred: false },
    ]);
  });

  it("a use into a change, also into an inferred one", () => {
    const { scopes, uses } = request(["symbol:Label"], "Fix Label", ["symbol:label"]);
    expect(scopes).toEqual([{ kind: "symbol", key: "Label", operation: "modify", inferred: true }]);
    expect(uses).toEqual([]);
  });

  it("an inferred use into the uses, flagged", () => {
    expect(request(["symbol:Label"], "Call Label from the returns page").uses).toEqual([
      { kind: "symbol", key: "Label", inferred: true },
    ]);
  });
});

describe("a member written with a dot", () => {
  it.each([
    ["symbol:CheckoutPage.submit", "CheckoutPage::submit"],
    ["symbol:Repo<Order>.save", "Repo<Order>::save"],
    ["symbol:Acme.Label._draw", "Acme.Label::_draw"],
  ])("%s warns", (text, better) => {
    expect(scopeWarnings(parseScope(text)).join()).toContain(better);
  });

  it.each([
    ["symbol:Acme.Shipping.Label"],
    ["symbol:src/Label.test.ts#print"],
    ["symbol:Label::print(Acme.label)"],
    ["symbol:acme.label"],
    ["schema:Orders.total"],
  ])("%s does not", (text) => {
    expect(scopeWarnings(parseScope(text))).toEqual([]);
  });
});
