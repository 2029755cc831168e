// The plan against the code as it is (spec 3.3): what is to be added and is there (FM-X001), what is to be taken away or
// used and is nowhere (FM-X002), and who calls what is taken away from an API or a schema. Reads git, files, outlines.
// Says something only of what it looked at; every search is bounded.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isGlob } from "../detect/glob.ts";
import { DESTRUCTIVE, type DetectOptions, type Operation, type Scope } from "../detect/model.ts";
import { hasSourceExtension } from "../detect/normal-form.ts";
import { packageVersion } from "../detect/rules/fm-f005-dependency-version.ts";
import { alreadyExists, type CodeNote, type CodePlace } from "../detect/rules/fm-x001-already-exists.ts";
import { missingTarget } from "../detect/rules/fm-x002-missing-target.ts";
import { filesWithWords } from "../git/grep.ts";
import { isFormat, languageByPath } from "../syntax/language.ts";
import { NameIndex, nameKey } from "../syntax/names.ts";
import type { Outline, OutlineSymbol } from "../syntax/outline.ts";
import { changedPlaces, fieldsOfType, useOf } from "../syntax/uses.ts";
import { scopeKind } from "./derived-scopes.ts";
import { type OutlinePlace, Outlines } from "./outlines.ts";

/** One thing that a plan wants to do something to. */
export interface Wanted extends Scope {
  readonly operation: Operation;
  /** Files in which it is meant to be; empty when the plan does not say. */
  readonly files: readonly string[];
}

/** A destructive operation on an API or a schema, and what refers to it. */
export interface Callers {
  readonly scope: Scope;
  readonly operation: Operation;
  readonly callers: readonly CodePlace[];
}

export interface AgainstCode {
  readonly notes: readonly CodeNote[];
  readonly callers: readonly Callers[];
}

/** What looking needs. A Session and its file tree. */
export interface CodeAround extends OutlinePlace {
  /** Tracked files; asked for only when schema files have to be found. */
  readonly files: () => readonly string[];
  readonly options: DetectOptions;
}

/** Files that are read for one question; a name that stands in more says too little. */
const MOST_READ = 40;
/** A search for words that takes longer is given up. */
const SEARCH_MS = 1500;

const destructive: ReadonlySet<Operation> = new Set(DESTRUCTIVE);
const NEEDS_TARGET: ReadonlySet<Operation> = new Set([...DESTRUCTIVE, "extend", "use"]);
const KINDS: ReadonlySet<string> = new Set(["file", "symbol", "api", "schema", "package"]);

/** True when there is something to ask the code; otherwise nothing is read and no process is started. */
export function asksCode({ kind, operation }: Pick<Wanted, "kind" | "operation">): boolean {
  return KINDS.has(kind) && (operation === "add" || NEEDS_TARGET.has(operation));
}

/** What was seen of one wanted thing. */
interface Seen {
  readonly want: Wanted;
  readonly found: Found;
  /** Code that refers to it, where that was asked. */
  readonly callers: readonly CodePlace[];
}

/**
 * What a look at the code has to say.
 * @param id of the intent or task, for the sentences
 * @param addedElsewhere true for what somebody else's open work adds
 */
export type CodeLook = (id: string, addedElsewhere: (scope: Scope) => boolean) => Promise<AgainstCode>;

/** Begins to look, so that git searches while the caller does something else. */
export function lookAtCode(around: CodeAround, wanted: readonly Wanted[]): CodeLook {
  const seeing = see(around, wanted.filter(asksCode).slice(0, 50));
  seeing.catch(() => {}); // told to whoever asks; nobody may ask
  return async (id, addedElsewhere) => say(await seeing, around.options, id, addedElsewhere);
}

async function see(around: CodeAround, asked: readonly Wanted[]): Promise<readonly Seen[]> {
  const look = new Look(around);
  const seen: Seen[] = [];
  for (const want of asked) {
    const found = await look.placesOf(want);
    if (found === undefined) continue;
    const { kind, operation } = want;
    const referred = destructive.has(operation) && (kind === "api" || kind === "schema") && found.elements.length > 0;
    seen.push({ want, found, callers: referred ? await look.callersOf(found.elements) : [] });
  }
  return seen;
}

function say(
  seen: readonly Seen[],
  options: DetectOptions,
  id: string,
  addedElsewhere: (scope: Scope) => boolean,
): AgainstCode {
  const notes: CodeNote[] = [];
  const callers: Callers[] = [];
  for (const { want, found, callers: places } of seen) {
    const { kind, key, operation } = want;
    const scope: Scope = { kind, key };
    const note =
      operation === "add"
        ? alreadyExists.check(id, scope, found.places, options)
        : found.places.length === 0 && !addedElsewhere(scope)
          ? missingTarget.check(id, scope, operation, found.read, options)
          : undefined;
    if (note) notes.push(note);
    if (places.length > 0) callers.push({ scope, operation, callers: places });
  }
  return { notes, callers };
}

interface Found {
  readonly places: readonly CodePlace[];
  /** Number of files read. */
  readonly read: number;
  readonly elements: readonly { readonly symbol: OutlineSymbol; readonly outline: Outline }[];
}

const NOWHERE: Found = { places: [], read: 0, elements: [] };

class Look {
  readonly #around: CodeAround;
  readonly #outlines: Outlines;
  readonly #searched = new Map<string, Promise<readonly string[] | undefined>>();

  constructor(around: CodeAround) {
    this.#around = around;
    this.#outlines = new Outlines(around);
  }

  /** Where it is; undefined when nobody looked. */
  async placesOf(want: Wanted): Promise<Found | undefined> {
    switch (want.kind) {
      case "file":
        return this.#file(want.key);
      case "package":
        return this.#package(want.key);
      case "symbol":
        return this.#symbol(want);
      default:
        return this.#element(want);
    }
  }

  #file(key: string): Found | undefined {
    if (isGlob(key)) return undefined;
    const exists = this.#isThere(key.replace(/\/$/, ""));
    return exists ? { ...NOWHERE, places: [{ file: key }], read: 1 } : NOWHERE;
  }

  #isThere(path: string): boolean {
    return lstatSync(join(this.#around.root, path), { throwIfNoEntry: false }) !== undefined;
  }

  async #package(key: string): Promise<Found | undefined> {
    const name = packageVersion(key)?.name ?? key.trim().toLowerCase();
    const read = await this.#read(this.#around.files().filter(isManifest));
    if (read === undefined || read.length === 0) return undefined;
    return foundIn(read, (outline) =>
      outline.symbols.filter((symbol) => symbol.kind === "dependency" && symbol.name.toLowerCase() === name),
    );
  }

  async #symbol({ key, operation, files }: Wanted): Promise<Found | undefined> {
    if (key.includes("*")) return undefined;
    const inKey = pathInKey(key);
    const near = [...new Set([...(inKey === undefined ? [] : [inKey]), ...files])].filter((file) => !isGlob(file));
    const known = near.filter((file) => languageByPath(file) !== undefined);
    const read = (await this.#read(known)) ?? [];
    const here = foundIn(read, (outline) => symbolsNamed(outline, key));
    if (here.places.length > 0) return here;
    // What is to be added to these files may well be elsewhere under the same name.
    if (operation === "add" && known.length > 0) return here;
    const simple = simpleName(key);
    if (simple === undefined) return undefined;
    const hits = await this.#search(simple);
    if (hits === undefined || hits.length > MOST_READ) return undefined;
    const readable = hits.filter((file) => !known.includes(file) && isCode(file));
    const others = await this.#read(readable);
    if (others === undefined) return undefined;
    const there = foundIn([...read, ...others], (outline) => symbolsNamed(outline, key));
    // A source file that nobody can read into may be the one that has it.
    const blind =
      hits.some((file) => !isCode(file) && hasSourceExtension(file)) ||
      [...read, ...others].some(({ path, problems }) => problems.length > 0 && hits.includes(path));
    return there.places.length === 0 && blind ? undefined : there;
  }

  /** Tables, columns, fields, messages, operations: in the files of the tree that hold such things. */
  async #element({ kind, key }: Wanted): Promise<Found | undefined> {
    const files = await this.#schemaFiles(key);
    if (files === undefined || files.length === 0) return undefined;
    const read = await this.#read(files);
    if (read === undefined) return undefined;
    const ofKind = read.filter((outline) => outline.symbols.some((symbol) => scopeKind(symbol.kind) === kind));
    if (ofKind.length === 0) return undefined;
    const gone = removedBy(read);
    return foundIn(ofKind, (outline) =>
      symbolsNamed(outline, key).filter(
        (symbol) => scopeKind(symbol.kind) === kind && !gone.has(nameKey(symbol.name, outline.language).join("\n")),
      ),
    );
  }

  /** Formats by their ending; YAML and JSON only where they name the thing and say what they are. */
  async #schemaFiles(key: string): Promise<readonly string[] | undefined> {
    const plain = this.#around.files().filter((file) => {
      const language = languageByPath(file);
      return language !== undefined && isFormat(language) && !isManifest(file);
    });
    const documents = this.#around
      .files()
      .filter((file) => /(?:openapi|swagger|api|schema)[^/]*\.(?:ya?ml|json)$/i.test(file));
    const all = [...new Set([...plain, ...documents])];
    if (all.length <= MOST_READ * 5) return all;
    const simple = simpleName(key);
    const hits = simple === undefined ? undefined : await this.#search(simple);
    const near = hits?.filter((file) => all.includes(file));
    return near && near.length > 0 && near.length <= MOST_READ * 5 ? near : undefined;
  }

  /** Code that refers to an element, by what a parser saw. */
  async callersOf(elements: Found["elements"]): Promise<CodePlace[]> {
    const words = [...new Set(elements.flatMap(({ symbol }) => searchWords(symbol)))];
    const hits = await this.#search(...words);
    if (hits === undefined) return [];
    const places: CodePlace[] = [];
    for (const file of hits
      .filter((hit) => languageByPath(hit) !== undefined && !isManifest(hit))
      .slice(0, MOST_READ)) {
      const outline = await this.#outlines.ofFile(file, "full");
      for (const place of changedPlaces(file, undefined, outline)) {
        const uses = elements.some(({ symbol, outline: home }) => {
          if (home.path === file && place.symbol === symbol.name) return false;
          const owner = symbol.name.slice(0, Math.max(0, symbol.name.lastIndexOf(".")));
          return useOf(symbol, place, fieldsOfType(home, owner, symbol.input)) !== undefined;
        });
        if (uses) places.push({ file, ...(place.symbol ? { name: place.symbol } : {}), start_line: place.line });
      }
    }
    return places.slice(0, MOST_READ);
  }

  #search(...words: readonly string[]): Promise<readonly string[] | undefined> {
    if (this.#around.repository === undefined) return Promise.resolve(undefined);
    const key = words.join("\n");
    const known = this.#searched.get(key) ?? filesWithWords(this.#around.root, words, SEARCH_MS);
    this.#searched.set(key, known);
    return known;
  }

  async #read(files: readonly string[]): Promise<Outline[] | undefined> {
    if (files.length > MOST_READ * 5) return undefined;
    const outlines: Outline[] = [];
    for (const file of files) {
      const outline = await this.#outlines.ofFile(file, "names");
      if (outline?.language !== undefined) outlines.push(outline);
    }
    return outlines;
  }
}

function foundIn(read: readonly Outline[], pick: (outline: Outline) => readonly OutlineSymbol[]): Found {
  const elements = read.flatMap((outline) => pick(outline).map((symbol) => ({ symbol, outline })));
  return {
    elements,
    read: read.length,
    places: elements.slice(0, MOST_READ).map(({ symbol, outline }) => ({
      file: outline.path,
      name: symbol.name,
      start_line: symbol.start_line,
      end_line: symbol.end_line,
    })),
  };
}

/** By any way to write it, whatever letter case: scopes compare without case. */
function symbolsNamed(outline: Outline, key: string): readonly OutlineSymbol[] {
  const exact = new NameIndex(outline).find(key);
  if (exact.length > 0) return exact;
  const wanted = nameKey(key, outline.language).join("\n").toLowerCase();
  return outline.symbols.filter((symbol) => nameKey(symbol.name, outline.language).join("\n").toLowerCase() === wanted);
}

/** Names that a later migration takes away: what an earlier file created is not there any more. */
function removedBy(read: readonly Outline[]): Set<string> {
  const gone = new Set<string>();
  for (const outline of [...read].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    for (const symbol of outline.symbols) gone.delete(nameKey(symbol.name, outline.language).join("\n"));
    for (const { name, operation } of outline.effects ?? []) {
      if (operation === "remove" || operation === "rename") gone.add(nameKey(name, outline.language).join("\n"));
    }
  }
  return gone;
}

/** `src/label.ts` of `src/label.ts#print`. */
function pathInKey(key: string): string | undefined {
  const hash = key.indexOf("#");
  const path = key.slice(0, Math.max(0, hash));
  return hash > 0 && hasSourceExtension(path) ? path : undefined;
}

/** The last part of a name, as it stands in a text; undefined when there is none to search for. */
function simpleName(key: string): string | undefined {
  const part =
    key.startsWith("/") || / \//.test(key)
      ? key
          .replace(/^[A-Z]+\s+/i, "")
          .split("/")
          .filter(Boolean)
          .find((piece) => /^\w/.test(piece))
      : nameKey(key, undefined).at(-1);
  const word = part?.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, "");
  return word === undefined || word === "" ? undefined : word;
}

function searchWords(symbol: OutlineSymbol): string[] {
  const simple = simpleName(symbol.name);
  const pascal = simple?.replace(/(?:^|_)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  const camel = pascal && pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return [simple, camel, pascal, pascal && `Get${pascal}`, ...(symbol.also ?? [])].filter(
    (word): word is string => word !== undefined && word !== "",
  );
}

function isCode(file: string): boolean {
  const language = languageByPath(file);
  return language !== undefined && !language.startsWith("text-") && !isFormat(language) && !isManifest(file);
}

function isManifest(file: string): boolean {
  return /(?:^|\/)(?:package\.json|pyproject\.toml|go\.mod|Cargo\.toml|pom\.xml|composer\.json)$/.test(file);
}
