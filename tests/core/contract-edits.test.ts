// FM-F004 and FM-F005: what the changes of two branches do to each other, before anything is merged.
import { describe, expect, test } from "vitest";
import { contractEdits } from "../../src/core/contract-edits.ts";
import type { TreeChange } from "../../src/core/tree-changes.ts";
import { diffOutlines } from "../../src/syntax/diff.ts";
import { outlineOf } from "../../src/syntax/outline-of.ts";

type Texts = Readonly<Record<string, readonly [before: string | undefined, after: string | undefined]>>;

async function changed(texts: Texts): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  for (const [path, [old, now]] of Object.entries(texts)) {
    const before = old === undefined ? undefined : await outlineOf(path, old);
    const after = now === undefined ? undefined : await outlineOf(path, now);
    const mode = (text: string | undefined) => (text === undefined ? undefined : "100644");
    changes.push({
      file: {
        path,
        status: old === undefined ? "added" : now === undefined ? "deleted" : "modified",
        oldMode: mode(old),
        newMode: mode(now),
        oldBlob: undefined,
        newBlob: undefined,
        binary: false,
        added: 1,
        deleted: 1,
      },
      before,
      after,
      symbols: diffOutlines(before, after),
    });
  }
  return changes;
}

/** `kind scope by: uses` of every finding. */
async function findings(one: Texts, other: Texts): Promise<string[]> {
  const found = contractEdits(
    { id: "int_one", place: "labels", changes: await changed(one) },
    { id: "int_two", place: "payments", changes: await changed(other) },
    {},
  );
  return found.map(({ kind, scope, severity, evidence }) => {
    const uses = (evidence.uses ?? []) as readonly { file: string; symbol?: string }[];
    const where = uses.map(({ file, symbol }) => symbol ?? file).join(", ");
    return `${severity} ${kind} ${scope?.kind}:${scope?.key}${where === "" ? "" : ` used in ${where}`}`;
  });
}

const API = `openapi: 3.0.0
paths:
  /accounts:
    get: {operationId: listAccounts}
    post: {operationId: createAccount}
  /accounts/{id}:
    delete: {operationId: dropAccount}
`;

describe("OpenAPI", () => {
  const without = (part: string) => ({ "api.yaml": [API, API.replace(part, "")] }) as const;
  const get = "    get: {operationId: listAccounts}\n";
  const drop = "  /accounts/{id}:\n    delete: {operationId: dropAccount}\n";

  test.each([
    ["export const all = () => http.get('/accounts')\n", "all"],
    ["export async function all() { return fetch(`${base}/accounts`) }\n", "all"],
    ["export const all = () => client.listAccounts()\n", "all"],
  ])("a removed operation and code that starts to call it: %s", async (code, symbol) => {
    expect(await findings(without(get), { "src/a.ts": [undefined, code] })).toEqual([
      `MEDIUM contract_break api:GET /accounts used in ${symbol}`,
    ]);
  });

  test("with a parameter in the path, in another language", async () => {
    const code = "def drop(id):\n    return http.delete(f'/accounts/{id}')\n";
    expect(await findings(without(drop), { "app/a.py": [undefined, code] })).toEqual([
      "MEDIUM contract_break api:DELETE /accounts/{id} used in drop",
    ]);
  });

  test.each([
    ["a.py", 'def load(i):\n    return http.get(f"{BASE}/accounts/{i}")\n', "load"],
    ["a.py", "def load(i):\n    return http.get(f\"https://{HOST}/accounts/{i['id']}?x=1\")\n", "load"],
    ["A.cs", 'class A { void Load(int i) { http.Get($"{Base}/accounts/{i}"); } }\n', "A.Load"],
    ["A.cs", 'class A { void Load(int i) { http.Get(@"/accounts/7"); } }\n', "A.Load"],
    ["a.rs", 'fn load() { http::get(r#"/accounts/7"#) }\n', "load"],
    ["a.php", '<?php function load($id) { return get("/accounts/$id"); }\n', "load"],
    ["a.php", '<?php function load($a) { return get("{$this->base}/accounts/{$a->id}"); }\n', "load"],
    ["a.rb", 'def load(id)\n  http.get("/accounts/#{id}")\nend\n', "load"],
    ["a.ts", "const load = (a) => http.get(`${base}/accounts/${ids({ of: a })}#top`)\n", "load"],
  ])("as a text of %s writes a parameter: %s", async (path, code, symbol) => {
    const api = { "api.yaml": [`${API}    get: {}\n`, API] } as const;
    expect(await findings(api, { [path]: [undefined, code] })).toEqual([
      `MEDIUM contract_break api:GET /accounts/{id} used in ${symbol}`,
    ]);
  });

  test("an address with a parameter is none without it", async () => {
    const code = 'def load(id)\n  http.get("/accounts/#{id}")\nend\n';
    expect(await findings(without(get), { "a.rb": [undefined, code] })).toEqual([]);
  });

  test("another method of the same path is another operation", async () => {
    expect(
      await findings(without(get), { "src/a.ts": [undefined, "export const add = () => http.post('/accounts')\n"] }),
    ).toEqual([]);
  });

  test("a new required parameter narrows it", async () => {
    const narrowed = API.replace(
      "listAccounts}",
      "listAccounts, parameters: [{name: page, in: query, required: true}]}",
    );
    expect(
      await findings(
        { "api.yaml": [API, narrowed] },
        { "src/a.ts": [undefined, "const a = () => get('/accounts')\n"] },
      ),
    ).toEqual(["MEDIUM contract_break api:GET /accounts used in a"]);
  });
});

describe("what is shared and what is moved", () => {
  const shared = [
    "openapi: 3.0.0",
    "paths:",
    "  /labels:",
    "    get: {parameters: [{$ref: '#/components/parameters/Page'}]}",
    "    post: {requestBody: {$ref: '#/components/requestBodies/New'}}",
    "components:",
    "  parameters:",
    "    Page: {name: page, in: query, required: false, schema: {type: integer}}",
    "  requestBodies:",
    "    New: {content: {application/json: {schema: {type: object, required: [name]}}}}\n",
  ].join("\n");
  const list = { "src/l.ts": [undefined, "export const list = () => http.get('/labels')\n"] } as const;

  test("a shared parameter that turns required narrows the operations that refer to it", async () => {
    const after = shared.replace("required: false", "required: true");
    expect(await findings({ "api.yaml": [shared, after] }, list)).toEqual([
      "MEDIUM contract_break api:GET /labels used in list",
    ]);
    const wider = shared.replace("required: false", "required: false, description: which one");
    expect(await findings({ "api.yaml": [shared, wider] }, list)).toEqual([]);
  });

  test("a shared body that turns required narrows them too", async () => {
    const after = shared.replace("New: {", "New: {required: true, ");
    const add = { "src/l.ts": [undefined, "export const add = () => http.post('/labels')\n"] } as const;
    expect(await findings({ "api.yaml": [shared, after] }, add)).toEqual([
      "MEDIUM contract_break api:POST /labels used in add",
    ]);
  });

  const all = { "src/a.ts": [undefined, "export const all = () => http.get('/accounts')\n"] } as const;
  const get = "    get: {operationId: listAccounts}\n";
  const head = "openapi: 3.0.0\npaths:\n  /accounts:\n";

  test("an operation that moves to another file, or a file to another format, takes nothing away", async () => {
    const moved = { "api.yaml": [API, API.replace(get, "")], "lists.yaml": [undefined, head + get] } as const;
    expect(await findings(moved, all)).toEqual([]);
    const json = JSON.stringify({
      openapi: "3.0.0",
      paths: {
        "/accounts": { get: { operationId: "listAccounts" }, post: { operationId: "createAccount" } },
        "/accounts/{id}": { delete: { operationId: "dropAccount" } },
      },
    });
    expect(await findings({ "api.yaml": [API, undefined], "api.json": [undefined, json] }, all)).toEqual([]);
  });

  test("one that is narrower where it moved to is narrowed", async () => {
    const narrow = get.replace("}", ", parameters: [{name: page, in: query, required: true}]}");
    const moved = { "api.yaml": [API, API.replace(get, "")], "lists.yaml": [undefined, head + narrow] } as const;
    expect(await findings(moved, all)).toEqual(["MEDIUM contract_break api:GET /accounts used in all"]);
  });

  const mails = { "src/m.ts": [undefined, "const m = () => run('select email from accounts')\n"] } as const;
  const drop = "ALTER TABLE accounts DROP COLUMN email;\n";
  const add = "ALTER TABLE accounts ADD COLUMN email text;\n";

  test("a column that one migration drops and adds again is there; the other way round it is not", async () => {
    expect(await findings({ "db/2.sql": [undefined, drop + add] }, mails)).toEqual([]);
    expect(await findings({ "db/2.sql": [undefined, drop], "db/3.sql": [undefined, add] }, mails)).toEqual([]);
    expect(await findings({ "db/2.sql": [undefined, add + drop] }, mails)).toEqual([
      "MEDIUM contract_break schema:accounts.email used in m",
    ]);
  });
});

describe("SQL", () => {
  const drop = { "db/2.sql": [undefined, "ALTER TABLE accounts DROP COLUMN email;"] } as const;

  test("a dropped column and a query that starts to read it", async () => {
    const code = "export const mails = (db) => db.query(`SELECT email FROM accounts WHERE id = $1`)\n";
    expect(await findings(drop, { "src/mails.ts": [undefined, code] })).toEqual([
      "MEDIUM contract_break schema:accounts.email used in mails",
    ]);
  });

  test("a dropped column and a view or a foreign key over it", async () => {
    const view = "CREATE VIEW mails AS SELECT email FROM accounts;";
    expect(await findings(drop, { "db/3.sql": [undefined, view] })).toEqual([
      "MEDIUM contract_break schema:accounts.email used in mails",
    ]);
    const key = "CREATE TABLE notes (mail text REFERENCES accounts (email));";
    expect(await findings(drop, { "db/3.sql": [undefined, key] })).toEqual([
      "MEDIUM contract_break schema:accounts.email used in notes.mail",
    ]);
  });

  test("a column of another table, and comments, are no use", async () => {
    const code = "// SELECT email FROM accounts\nexport const q = 'SELECT email FROM people'\n";
    expect(await findings(drop, { "src/mails.ts": [undefined, code] })).toEqual([]);
  });

  const used = "MEDIUM contract_break schema:accounts.email used in q";

  test.each([
    ["a name for the table", "SELECT l.text, a.email FROM labels l JOIN accounts AS a ON a.id = l.account_id"],
    ["a list of tables", "select a.id, email from labels l, accounts a where a.id = l.owner"],
    ["a schema before the table", 'SELECT "email" FROM app."accounts" WHERE id = $1'],
    ["a table made on the way", "WITH m AS (SELECT email FROM accounts) SELECT m.email FROM m"],
    ["a write", "INSERT INTO accounts (id, email) VALUES (?, ?)"],
    ["a change", "UPDATE accounts SET name = :name WHERE email = :mail"],
    ["a row that is in the way", "INSERT INTO accounts (id) VALUES (1) ON CONFLICT (email) DO NOTHING"],
    ["a text that goes on", "SELECT id FROM accounts WHERE name = 'x AND email IS NULL"],
  ])("is read through %s", async (_, sql) => {
    expect(await findings(drop, { "src/q.py": [undefined, `def q(db):\n    return db.run("""${sql}""")\n`] })).toEqual([
      used,
    ]);
  });

  test.each([
    ["the column of another table", ["SELECT a.id, p.email FROM accounts a JOIN people p ON p.id = a.person"]],
    ["two texts of one function", ["SELECT email FROM people", "SELECT id FROM accounts"]],
    ["a value and a parameter", ["SELECT id FROM accounts WHERE kind = 'email' AND name = :email"]],
    ["two statements of one text", ["SELECT email FROM people; SELECT id FROM accounts"]],
  ])("is not read by %s", async (_, texts) => {
    const code = `export const q = (db) => [${texts.map((sql) => `db.run(${JSON.stringify(sql)})`).join(", ")}]\n`;
    expect(await findings(drop, { "src/q.ts": [undefined, code] })).toEqual([]);
  });

  test.each([
    ["src/q.ts", 'const q = () => run(`select id, "email" from accounts where id = 1 order by "email"`)\n', "q"],
    ["src/q.ts", "const q = () => run('select `email` from `accounts`')\n", "q"],
    ["src/q.ts", "const q = () => run('select email from \"accounts\"')\n", "q"],
    ["src/q.ts", "const q = () => run('update accounts a set email = null')\n", "q"],
    ["src/q.ts", "const q = () => run('update only accounts as a set email = null')\n", "q"],
    ["src/q.rs", 'fn q() { run(r#"select email from accounts"#) }\n', "q"],
    ["src/Q.cs", 'class Q { void Run() { run(@"select email from accounts"); } }\n', "Q.Run"],
    ["src/Q.cs", 'class Q { void Run() { run($"select email from accounts where id = {id}"); } }\n', "Q.Run"],
    ["src/q.cpp", 'int q() { return run(R"(select "email" from "accounts")"); }\n', "q"],
    ["db/3.sql", "CREATE FUNCTION q() RETURNS text AS $$ SELECT email FROM accounts $$ LANGUAGE sql;", "q"],
    ["db/3.sql", "CREATE FUNCTION q() RETURNS text LANGUAGE sql AS 'SELECT email FROM accounts';", "q"],
    ["db/3.sql", "DO $do$ BEGIN UPDATE accounts SET email = ''; END $do$;", "db/3.sql"],
    ["db/3.sql", "CREATE POLICY p ON accounts USING (email = current_user);", "db/3.sql"],
  ])("is seen in %s: %s", async (path, code, symbol) => {
    expect(await findings(drop, { [path]: [undefined, code] })).toEqual([
      `MEDIUM contract_break schema:accounts.email used in ${symbol}`,
    ]);
  });

  test.each([
    "const q = () => run(\"select id from accounts where plan = 'email'\")\n",
    "const q = () => run(`select id from accounts where plan = 'email'`)\n",
  ])("a value at the end of a text is no column: %s", async (code) => {
    expect(await findings(drop, { "src/q.ts": [undefined, code] })).toEqual([]);
  });

  test("a new rule of the table itself", async () => {
    const rule = "ALTER TABLE accounts ADD CONSTRAINT mail CHECK (email <> '');";
    expect(await findings(drop, { "db/3.sql": [undefined, rule] })).toEqual([
      "MEDIUM contract_break schema:accounts.email used in db/3.sql",
    ]);
  });

  test("a narrowed column that the other side changes too", async () => {
    const table = (type: string): string => `CREATE TABLE accounts (email ${type});\n`;
    expect(
      await findings(
        { "db/1.sql": [table("text"), table("varchar(20)")] },
        { "db/1.sql": [table("text"), table("citext")] },
      ),
    ).toEqual(["MEDIUM contract_break schema:accounts.email used in accounts.email"]);
  });
});

describe("GraphQL", () => {
  const schema = "type Account {\n  id: ID\n  email: String\n}\ntype Query {\n  account: Account\n}\n";
  const gone = { "s.graphql": [schema, schema.replace("  email: String\n", "")] } as const;

  test("a removed field and a query, or a text in code, that starts to ask for it", async () => {
    expect(await findings(gone, { "q.graphql": [undefined, "query Mail { account { email } }"] })).toEqual([
      "MEDIUM contract_break schema:Account.email used in Mail",
    ]);
    const code = "const mail = gql`query { account { email } }`\n";
    expect(await findings(gone, { "src/m.ts": [undefined, code] })).toEqual([
      "MEDIUM contract_break schema:Account.email used in mail",
    ]);
  });

  const used = "MEDIUM contract_break schema:Account.email used in q";

  test.each([
    "query Mail($id: ID!) { me: account(id: $id) @include(if: true) { id mail: email } }",
    "{ account { ...Mail } } fragment Mail on Account { email }",
    "query { node { id ... on Account { email } } }",
    "query { account { ... @skip(if: false) { # all\n email } } }",
  ])("is read by %s", async (query) => {
    expect(await findings(gone, { "src/q.ts": [undefined, `const q = gql\`${query}\`\n`] })).toEqual([used]);
    const [found] = await findings(gone, { "q.graphql": [undefined, query] });
    expect(found).toMatch(/^MEDIUM contract_break schema:Account.email/);
  });

  test.each([
    "query Mail { person { email } }",
    "query { account { id } person { email } }",
    "query { account { person { email } id } }",
    "query { account(by: {email: 1}) { id } }",
    "query { account { email: id } }",
  ])("a field of that name of another type is no use: %s", async (query) => {
    expect(await findings(gone, { "q.graphql": [undefined, query] })).toEqual([]);
    expect(await findings(gone, { "src/q.ts": [undefined, `const q = gql\`${query}\`\n`] })).toEqual([]);
  });
});

describe("what is sent to GraphQL, and what may come back", () => {
  const schema = [
    "input NewAccount {\n  name: String\n  email: String\n}",
    "enum Plan {\n  FREE\n  PRO\n}",
    "type User {\n  id: ID\n}",
    "type Org {\n  id: ID\n}",
    "union Owner = User | Org",
    "type Label {\n  id: ID\n  owner: Owner\n  plan: Plan\n}",
    "type Query {\n  labels(plan: Plan): Label\n}",
    "type Mutation {\n  addAccount(input: NewAccount!): ID\n}\n",
  ].join("\n");
  const side = (from: string, to: string) => ({ "s.graphql": [schema, schema.replace(from, to)] }) as const;
  const gone = side("  email: String\n", "");
  const demanded = side("  email: String\n", "  email: String!\n");
  const added = side("  email: String\n", "  email: String\n  phone: String!\n");
  const email = "MEDIUM contract_break schema:NewAccount.email used in q";

  test.each([
    ["a field that is gone", gone, 'mutation { addAccount(input: {email: "a@b"}) }', email],
    ["a field that must be sent", demanded, 'mutation { addAccount(input: {name: "a"}) }', email],
    ["a field that must be sent", demanded, "mutation q($in: NewAccount!) { addAccount(input: $in) }", email],
    [
      "a new field that must be sent",
      added,
      "mutation q($in: NewAccount!) { addAccount(input: $in) }",
      "MEDIUM contract_break schema:NewAccount.phone used in q",
    ],
    [
      "a value that is gone",
      side("  PRO\n", ""),
      "query { labels(plan: PRO) { id } }",
      "MEDIUM contract_break schema:Plan.PRO used in q",
    ],
    [
      "a member that is gone",
      side("User | Org", "User"),
      "query { labels { owner { ... on Org { id } } } }",
      "MEDIUM contract_break schema:Owner used in q",
    ],
  ])("%s and who goes by it: %s %s", async (_, change, query, found) => {
    expect(await findings(change, { "src/q.ts": [undefined, `const q = gql\`${query}\`\n`] })).toEqual([found]);
    const named = query.replace(/^(\w+)(?: q)?/, "$1 q");
    expect(await findings(change, { "q.graphql": [undefined, named] })).toEqual([found]);
  });

  test.each([
    [gone, 'mutation { addAccount(input: {name: "a"}) }'],
    [gone, 'mutation { addLabel(input: {email: "a@b"}) }'],
    [demanded, 'mutation { addAccount(input: {email: "a@b"}) }'],
    [side("  PRO\n", ""), "query { labels(plan: FREE) { id } }"],
    [side("User | Org", "User"), "query { labels { owner { ... on User { id } } } }"],
  ])("others go on: %s", async (change, query) => {
    expect(await findings(change, { "src/q.ts": [undefined, `const q = gql\`${query}\`\n`] })).toEqual([]);
  });

  test("a value by its name in code", async () => {
    const code = "export const q = (): Plan => Plan.PRO\n";
    expect(await findings(side("  PRO\n", ""), { "src/q.ts": [undefined, code] })).toContain(
      "MEDIUM contract_break schema:Plan.PRO used in q",
    );
  });
});

describe("protobuf", () => {
  const proto =
    'syntax = "proto3";\npackage acct;\nmessage Account {\n  string id = 1;\n  string mail_box = 2;\n}\nservice Accounts { rpc Get(Req) returns (Account); }\n';

  test("a removed or renumbered field and code that starts to read it", async () => {
    const code = "package a\nfunc Mail(a *pb.Account) string { return a.GetMailBox() }\n";
    for (const after of [proto.replace("  string mail_box = 2;\n", ""), proto.replace("= 2;", "= 3;")]) {
      expect(await findings({ "a.proto": [proto, after] }, { "a.go": [undefined, code] })).toEqual([
        "MEDIUM contract_break schema:acct.Account.mail_box used in Mail",
      ]);
    }
  });

  test("a name is said to be one, and what a text says comes first", async () => {
    const after = { "a.proto": [proto, proto.replace("  string mail_box = 2;\n", "")] } as const;
    const read = {
      "a.go": [undefined, "package a\nfunc Mail(a *pb.Account) string { return a.GetMailBox() }\n"],
    } as const;
    const [found] = contractEdits(
      { id: "int_one", place: "labels", changes: await changed(after) },
      { id: "int_two", place: "payments", changes: await changed(read) },
      {},
    );
    expect(found?.explanation).toContain("payments (int_two) seems to use, by the name GetMailBox (Mail in a.go)");
    expect(found?.evidence.uses).toEqual([
      { file: "a.go", symbol: "Mail", line: 2, how: "code", match: "name", word: "GetMailBox", fresh: true },
    ]);
  });

  test.each([
    ["a.go", "package a\nfunc Best() int { return int(pb.Plan_PRO) }\n", "Best"],
    ["a.py", "def best():\n    return acct_pb2.Plan.PRO\n", "best"],
  ])("a removed value and code that starts to name it: %s", async (path, code, symbol) => {
    const plans = 'syntax = "proto3";\npackage acct;\nenum Plan {\n  FREE = 0;\n  PRO = 1;\n}\n';
    expect(
      await findings({ "a.proto": [plans, plans.replace("  PRO = 1;\n", "")] }, { [path]: [undefined, code] }),
    ).toEqual([`MEDIUM contract_break schema:acct.Plan.PRO used in ${symbol}`]);
  });

  test("a removed field that is set by its name", async () => {
    const after = proto.replace("  string mail_box = 2;\n", "");
    const code = 'def make\n  Account.new(mail_box: "x")\nend\n';
    expect(await findings({ "a.proto": [proto, after] }, { "a.rb": [undefined, code] })).toEqual([
      "MEDIUM contract_break schema:acct.Account.mail_box used in make",
    ]);
  });

  test("a removed message and another one that starts to hold it", async () => {
    const after = proto.replace(/message Account \{[^}]*\}\n/, "");
    const other = 'import "a.proto";\nmessage Book { repeated acct.Account owners = 1; }\n';
    expect(await findings({ "a.proto": [proto, after] }, { "b.proto": [undefined, other] })).toEqual([
      "MEDIUM contract_break schema:acct.Account used in Book.owners",
    ]);
  });

  test("a removed call", async () => {
    const after = proto.replace("rpc Get(Req) returns (Account); ", "");
    const code = "async function load(c: AccountsClient) { return c.get(new Req()) }\n";
    expect(await findings({ "a.proto": [proto, after] }, { "src/l.ts": [undefined, code] })).toEqual([
      "MEDIUM contract_break schema:acct.Accounts.Get used in load",
    ]);
  });
});

test("what is only added, and what nobody starts to use, breaks nothing", async () => {
  const added = API.replace("paths:\n", "paths:\n  /labels:\n    get: {}\n");
  expect(
    await findings({ "api.yaml": [API, added] }, { "src/a.ts": [undefined, "const l = get('/labels')\n"] }),
  ).toEqual([]);
  expect(await findings({ "api.yaml": [API, undefined] }, { "src/a.ts": [undefined, "export const x = 1\n"] })).toEqual(
    [],
  );
});

describe("dependencies", () => {
  const manifest = (version: string): string => `{"dependencies": {"left-pad": "${version}"}}\n`;
  const bump = (version: string, path = "package.json") =>
    ({ [path]: [manifest("1.0.0"), manifest(version)] }) as const;

  test("two sides that set two versions, also in different manifests", async () => {
    expect(await findings(bump("1.3.0"), bump("2.0.0"))).toEqual(["MEDIUM dependency_version package:left-pad@1.3.0"]);
    expect(await findings(bump("1.3.0"), bump("2.0.0", "app/package.json"))).toEqual([
      "MEDIUM dependency_version package:left-pad@1.3.0",
    ]);
  });

  test("the same version is no finding", async () => {
    expect(await findings(bump("2.0.0"), bump("2.0.0"))).toEqual([]);
  });

  test("a version that stands in another place than its package", async () => {
    const pom = (version: string): string =>
      `<project><properties><v>${version}</v></properties><dependencies>\n<dependency><groupId>org.labels</groupId>` +
      "<artifactId>print</artifactId><version>${v}</version></dependency>\n</dependencies></project>\n";
    expect(await findings({ "pom.xml": [pom("1"), pom("2")] }, { "pom.xml": [pom("1"), pom("3")] })).toEqual([
      "MEDIUM dependency_version package:org.labels:print@2",
    ]);
  });

  test("one name in two kinds of manifest is two packages", async () => {
    const python = (version: string): string => `[project]\nname = "labels"\ndependencies = ["left-pad>=${version}"]\n`;
    expect(await findings(bump("2.0.0"), { "pyproject.toml": [python("1"), python("3")] })).toEqual([]);
  });
});
