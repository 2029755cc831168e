// The life of an example project over three days: 30 intents of five agents, claims, lapses, adoptions, settlements.
// A line is [time, agent, words]; `$A1` names the intent that a line published, `$A1!` the first finding it had, and
// `$A1^` the first claim taken for it. Data only; src of the golden file in fixtures/golden.

export type Line = readonly [at: string, agent: string, words: readonly string[], name?: string];

const publish = (at: string, agent: string, name: string, summary: string, ...scopes: string[]): Line => [
  at,
  agent,
  [
    "intent",
    "publish",
    summary,
    ...scopes.flatMap((scope) => (scope.startsWith("-") ? scope.split(" ") : ["--scope", scope])),
  ],
  name,
];
const step = (at: string, agent: string, ...words: string[]): Line => [at, agent, words];

/** Day one: the shop is built, ada and ben meet on the payment service. */
const monday: readonly Line[] = [
  publish(
    "28T08:00:00",
    "ada",
    "A1",
    "Replace the payment service with the new acquirer",
    "symbol:PaymentService=replace",
    "file:src/pay.ts=modify",
  ),
  publish(
    "28T08:05:00",
    "ben",
    "B1",
    "Add wallet support to the payment service",
    "symbol:PaymentService=extend",
    "--task SHOP-7",
  ),
  step("28T08:06:00", "ada", "intent", "start", "$A1"),
  step(
    "28T08:07:00",
    "ada",
    "claim",
    "take",
    "file:src/pay.ts",
    "--intent",
    "$A1",
    "--exclusive",
    "--wait",
    "0",
    "--lease",
    "2h",
  ),
  step(
    "28T08:08:00",
    "ben",
    "assess",
    "$B1",
    "$A1",
    "--verdict",
    "conflicts",
    "--action",
    "waiting",
    "--reason",
    "the acquirer goes first",
  ),
  step("28T08:10:00", "ben", "resolve", "$B1!", "--coordinate", "asked ada for the order"),
  publish("28T08:20:00", "cleo", "C1", "Show tare weight on labels", "symbol:Label::print=extend"),
  publish("28T08:25:00", "dora", "D1", "Print labels in colour", "symbol:Acme\\Label::print=extend"),
  step("28T08:26:00", "cleo", "claim", "take", "symbol:Label::print", "--intent", "$C1"),
  step("28T08:27:00", "dora", "claim", "take", "symbol:Acme\\Label::print", "--intent", "$D1", "--lease", "30m"),
  publish("28T08:40:00", "eli", "E1", "Drop the orders.total column", "schema:orders.total=remove"),
  publish("28T08:45:00", "ada", "A2", "Round the order totals", "schema:orders.total=modify"),
  step("28T08:50:00", "ada", "claim", "renew"),
  step("28T09:00:00", "ben", "claim", "take", "file:src/pay.ts", "--intent", "$B1", "--exclusive", "--wait", "0"),
  publish(
    "28T09:10:00",
    "cleo",
    "C2",
    "Cache thumbnails on disk",
    "symbol:ThumbnailCache=extend",
    "--uses config:cache.dir",
  ),
  publish("28T09:15:00", "dora", "D2", "Remove the thumbnail cache", "symbol:ThumbnailCache=remove"),
  step("28T09:16:00", "cleo", "resolve", "$D2!", "--as", "dismissed", "--reason", "two caches of one name"),
  step("28T09:30:00", "ada", "intent", "finish", "$A1"),
  step("28T09:31:00", "ada", "intent", "accept", "$A1"),
  step(
    "28T09:35:00",
    "ben",
    "resolve",
    "$B1!",
    "--reason",
    "the acquirer is in",
    "--resolution",
    "wallets rebase on it",
  ),
  step("28T09:36:00", "ada", "intent", "accept", "$A1"),
  step("28T09:40:00", "ben", "intent", "start", "$B1"),
  publish("28T10:00:00", "eli", "E2", "Tidy the readme"),
  publish("28T10:05:00", "eli", "E3", "Rename the freight module", "module:freight=rename"),
  publish("28T10:10:00", "ben", "B2", "Add express rates", "module:freight.express=add", "--uses module:freight"),
];

/** Day two: dora has gone silent, ben adopts; a wave of publications against stopped work. */
const tuesday: readonly Line[] = [
  step("29T08:00:00", "ben", "status"),
  publish("29T08:05:00", "ben", "B3", "Print labels twice", "symbol:Acme\\Label::print=modify"),
  step("29T08:10:00", "ben", "intent", "adopt", "$D1", "--reason", "dora is on leave"),
  step("29T08:11:00", "ben", "claim", "take", "symbol:Acme\\Label::print", "--intent", "$D1"),
  step("29T08:20:00", "cleo", "intent", "rescope", "$C1", "--scope", "symbol:Invoice::print=extend"),
  publish("29T08:30:00", "ada", "A3", "Add a refund endpoint", "api:POST /refunds=add"),
  publish("29T08:31:00", "cleo", "C3", "Add the refund endpoint for partners", "api:POST /refunds=add"),
  step("29T08:40:00", "ada", "intent", "discard", "$A3", "--reason", "cleo does it"),
  publish("29T09:00:00", "eli", "E4", "Number the invoices", "migration:436=add"),
  publish("29T09:01:00", "ada", "A4", "Index the orders", "migration:436=add"),
  step("29T09:05:00", "ada", "intent", "rescope", "$A4", "--scope", "migration:437=add"),
  publish("29T09:10:00", "cleo", "C4", "Translate the basket", "component:Basket=modify", "--depends-on $C3"),
  step("29T09:20:00", "cleo", "intent", "finish", "$C4"),
  step("29T09:21:00", "cleo", "intent", "accept", "$C4"),
  step("29T09:25:00", "cleo", "intent", "finish", "$C3"),
  step("29T09:26:00", "cleo", "intent", "accept", "$C3"),
  step("29T09:27:00", "cleo", "intent", "accept", "$C4"),
  publish("29T09:40:00", "eli", "E5", "Replace the basket", "component:Basket=replace"),
  publish("29T09:45:00", "ben", "B4", "Add gift wrap to the basket", "component:Basket=extend", "--depends-on $E5"),
  publish("29T10:00:00", "ada", "A5", "Split the totals by currency", "file:src/totals.ts=modify"),
  publish("29T10:01:00", "cleo", "C5", "Round the totals by currency", "file:src/totals.ts=modify"),
  step("29T10:05:00", "ada", "claim", "take", "file:src/totals.ts", "--intent", "$A5", "--lease", "15m"),
  step("29T10:06:00", "cleo", "claim", "take", "file:src/totals.ts", "--intent", "$C5"),
  step("29T10:30:00", "ada", "claim", "release", "$A5^"),
];

/** Day three: dora returns, orders are fulfilled, overrides are given, the rest is closed. */
const wednesday: readonly Line[] = [
  step("30T08:00:00", "dora", "intent", "list"),
  step("30T08:01:00", "dora", "conflicts", "check"),
  publish("30T08:10:00", "dora", "D3", "Remove the freight module", "module:freight=remove"),
  publish("30T08:15:00", "ada", "A6", "Extend the freight module", "module:freight=extend"),
  step("30T08:20:00", "ada", "intent", "finish", "$A6"),
  step("30T08:21:00", "ada", "intent", "accept", "$A6"),
  step(
    "30T08:22:00",
    "ada",
    "intent",
    "accept",
    "$A6",
    "--allow-high-conflicts",
    "--reason",
    "dora removes it after the season",
  ),
  step("30T08:30:00", "ben", "intent", "finish", "$B1"),
  step("30T08:31:00", "ben", "intent", "accept", "$B1"),
  publish("30T08:40:00", "cleo", "C6", "Warm the thumbnail cache", "symbol:ThumbnailCache=modify"),
  publish("30T08:45:00", "eli", "E6", "Log the acquirer's answers", "symbol:PaymentService::answer=modify"),
  publish("30T08:50:00", "dora", "D4", "Measure the acquirer", "symbol:PaymentService=use", "--uses env:ACQUIRER_URL"),
  publish("30T08:55:00", "ben", "B5", "Rename the acquirer's address", "env:ACQUIRER_URL=rename"),
  step("30T09:00:00", "eli", "intent", "discard", "$E2", "--reason", "done by the writers"),
  step("30T09:05:00", "dora", "intent", "discard", "$D2", "--reason", "the cache stays"),
  step("30T09:10:00", "ada", "intent", "discard", "$A2", "--reason", "eli drops the column"),
  publish("30T09:20:00", "ada", "A7", "Archive old labels", "domain:label-archive=add"),
  publish("30T09:25:00", "cleo", "C7", "Move the label archive", "domain:label-archive=migrate"),
  publish(
    "30T09:26:00",
    "eli",
    "E7",
    "Test the express rates",
    "test:freight.express=add",
    "--uses module:freight.express",
  ),
  step("30T09:30:00", "ben", "claim", "release", "--all"),
];

export const LIFE: readonly Line[] = [...monday, ...tuesday, ...wednesday];

/** What is looked at, when: reading documents at the end of each day and a week later. */
export const LOOKS: readonly (readonly [at: string, words: readonly string[]])[] = [
  "28T18:00:00",
  "29T18:00:00",
  "30T09:45:00",
  "30T18:00:00",
].flatMap((at) =>
  [["status"], ["intent", "list"], ["conflicts", "list"], ["claim", "list"]].map((words) => [at, words] as const),
);
