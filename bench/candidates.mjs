// Seeded random candidates: a growing code base in which intents name classes, files, endpoints, tables and settings.
// How many others a candidate meets stays about the same when there are more of them.

/** mulberry32: a small seeded generator of numbers in [0, 1). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const ROLES =
  "Service Controller Repository Handler Client Cache Queue Mapper Factory Validator Scheduler Gateway Parser Renderer Store Policy".split(
    " ",
  );
const METHODS = "print save load render submit cancel refund charge export import resolve merge split notify".split(
  " ",
);
const SYLLABLES =
  "ba co du fe gi ho ju ka le mi no pu ra se ti vo wa ye zo cha phi tro gra ster lin mon der ver tal quo".split(" ");
const VERBS = [
  "Replace",
  "Rework",
  "Add retries to",
  "Speed up",
  "Extend",
  "Move",
  "Split",
  "Document",
  "Cache",
  "Batch",
  "Give more room to",
  "Tidy",
];
const LINKS = ["for", "so that", "before", "with", "after", "behind", "and then", "in", "without", "as"];
const CHANGES = ["add", "extend", "modify", "modify", "extend", "replace", "remove", "rename", "migrate"];

function word(random) {
  let text = "";
  const length = 2 + Math.floor(random() * 2);
  for (let i = 0; i < length; i++) text += SYLLABLES[Math.floor(random() * SYLLABLES.length)];
  return text;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** `count` candidates; the same seed gives the same ones. */
export function makeCandidates(count, seed = 1) {
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const words = Array.from({ length: 200 + Math.floor(Math.sqrt(count) * 12) }, () => word(random));
  // As in any language, a few words are everywhere and most are rare.
  const common = () => words[Math.floor(words.length * random() ** 3)];
  const things = Array.from({ length: Math.max(20, count * 2) }, () => {
    const area = common();
    const name = capital(pick(words)) + (random() < 0.6 ? capital(pick(words)) : "") + pick(ROLES);
    return { area, name };
  });
  const scopeOf = () => {
    const { area, name } = pick(things);
    const dice = random();
    if (dice < 0.35) return { kind: "symbol", key: `App\\${capital(area)}\\${name}` };
    if (dice < 0.6) return { kind: "symbol", key: `${name}::${pick(METHODS)}` };
    if (dice < 0.72) return { kind: "file", key: `src/${area}/${name}.ts` };
    if (dice < 0.82) return { kind: "api", key: `${pick(["GET", "POST", "PUT"])} /${area}/${name.toLowerCase()}/{id}` };
    if (dice < 0.9) return { kind: "schema", key: `${pick(words)}_${pick(words)}.${common()}` };
    return { kind: "config", key: `${pick(words)}.${pick(words)}.${common()}` };
  };
  return Array.from({ length: count }, (_, i) => {
    const scopes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      ...scopeOf(),
      operation: pick(CHANGES),
      inferred: random() < 0.1,
    }));
    const uses = random() < 0.3 ? [scopeOf()] : [];
    const tail = Array.from({ length: 2 + Math.floor(random() * 4) }, common).join(" ");
    const summary = `${pick(VERBS)} ${scopes[0].key.split(/[\\/. ]/).at(-1)} ${pick(words)} ${pick(LINKS)} the ${tail}`;
    return {
      id: `int_${Math.floor(random() * 2 ** 40).toString(36)}${i.toString(36)}`,
      summary,
      agent: `agent-${i % 40}`,
      worktree: `w${i % 40}`,
      scopes,
      uses,
      dependsOn: [],
    };
  });
}
