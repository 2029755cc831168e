// Outlines of files of this repository: read from the working tree or the object store, and kept under the ledger's
// folder by git's id of the content, so that a text is read once for all worktrees and branches.
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { readBlobs } from "../git/objects.ts";
import { writeAtomically } from "../store/atomic.ts";
import { languageByPath, languageOf } from "../syntax/language.ts";
import type { Detail, Outline } from "../syntax/outline.ts";
import { OUTLINE_VERSION, outlineOf } from "../syntax/outline-of.ts";

/** What reading outlines needs. A Session is one. */
export interface OutlinePlace {
  readonly root: string;
  readonly repository: { readonly commonDir: string } | undefined;
  /** Where the ledger is; outlines are kept only beside a ledger that is there. */
  readonly place?: { readonly folder: string; readonly exists: boolean };
  readonly progress?: (text: string) => void;
}

/** Files over this size are not read. */
export const MOST_BYTES = 8 * 1024 * 1024;
/** How much of such a file tells its language. */
const HEAD_BYTES = 16 * 1024;
/** Kept outlines over this number go, those longest unused first. */
const MOST_KEPT = 8000;

export class Outlines {
  readonly #root: string;
  readonly #folder: string | undefined;
  readonly #inGit: boolean;
  readonly #made = new Map<string, Promise<Outline>>();
  #expected = 0;
  readonly #texts: ReadonlyMap<string, Buffer> | undefined;
  readonly #progress: ((text: string) => void) | undefined;

  /** @param texts blobs that were read already (and may not be in the object store); then only these are read */
  constructor(place: OutlinePlace, texts?: ReadonlyMap<string, Buffer>) {
    this.#texts = texts;
    this.#progress = place.progress?.bind(place);
    this.#root = place.root;
    this.#inGit = place.repository !== undefined;
    this.#folder = place.place?.exists ? join(place.place.folder, "cache", "outlines") : undefined;
  }

  /** Says that the outlines of so many files will be asked for. */
  expect(files: number): void {
    this.#expected = files;
  }

  /** The outline of a file as it lies in the working tree; undefined when it is not there, is no text, or too long. */
  async ofFile(path: string, detail: Detail): Promise<Outline | undefined> {
    const bytes = readText(join(this.#root, path));
    return bytes && this.#ofBytes(path, blobId(bytes), bytes, detail);
  }

  /** Outlines of blobs of the object store, by `path\0id`; binaries and long ones are unread, missing ones left out. */
  async ofBlobs(
    blobs: readonly { readonly path: string; readonly id: string }[],
    detail: Detail,
  ): Promise<Map<string, Outline>> {
    const found = new Map<string, Outline>();
    const missing: { readonly path: string; readonly id: string }[] = [];
    for (const blob of blobs) {
      const kept = this.#kept(blob.path, blob.id, detail);
      if (kept) found.set(`${blob.path}\0${blob.id}`, kept);
      else missing.push(blob);
    }
    const texts =
      this.#texts ??
      (this.#inGit
        ? readBlobs(
            this.#root,
            missing.map(({ id }) => id),
          )
        : new Map<string, Buffer>());
    for (const { path, id } of missing) {
      const bytes = texts.get(id);
      if (!bytes) continue;
      const why = whyUnread(bytes);
      found.set(
        `${path}\0${id}`,
        why === undefined ? await this.#ofBytes(path, id, bytes, detail) : unreadOutline(path, bytes, why),
      );
    }
    return found;
  }

  #ofBytes(path: string, id: string, bytes: Buffer, detail: Detail): Promise<Outline> {
    const key = `${path}\0${id}\0${detail}`;
    let made = this.#made.get(key);
    if (!made) {
      const kept = this.#kept(path, id, detail);
      made = kept ? Promise.resolve(kept) : this.#make(path, id, bytes, detail);
      this.#made.set(key, made);
    }
    return made;
  }

  async #make(path: string, id: string, bytes: Buffer, detail: Detail): Promise<Outline> {
    this.#progress?.(`reading ${path}`);
    if (this.#expected > 0) (await import("../syntax/tree-sitter.ts")).expectFiles(this.#expected);
    const outline = await outlineOf(path, bytes.toString("utf8"), detail);
    if (outline.language !== undefined) this.#keep(path, id, detail, outline);
    return outline;
  }

  /** Two names of one content may be two languages, so the ending is part of the name. */
  #fileOf(path: string, id: string, detail: Detail): string | undefined {
    const kind = languageByPath(path);
    if (this.#folder === undefined || kind === undefined) return undefined;
    return join(this.#folder, id.slice(0, 2), `${id.slice(2)}.${kind}.${OUTLINE_VERSION}.${detail}.json`);
  }

  /** A full outline also answers who asks for names only. */
  #kept(path: string, id: string, detail: Detail): Outline | undefined {
    for (const kind of detail === "names" ? (["names", "full"] as const) : (["full"] as const)) {
      const file = this.#fileOf(path, id, kind);
      if (file === undefined) return undefined;
      try {
        const outline: unknown = JSON.parse(readFileSync(file, "utf8"));
        if (isOutline(outline)) return { ...outline, path };
      } catch {
        // Not kept, or spoilt: it is made again.
      }
    }
    return undefined;
  }

  #keep(path: string, id: string, detail: Detail, outline: Outline): void {
    const file = this.#fileOf(path, id, detail);
    if (file === undefined || this.#folder === undefined) return;
    try {
      writeInFolder(file, JSON.stringify(outline));
      // Looked at about once in 256 writes.
      if (id.startsWith("00")) prune(this.#folder);
    } catch {
      // A read-only or full disk: the next reader makes it again.
    }
  }
}

/** Writes a file whose folder may not be there yet; mostly it is. */
function writeInFolder(file: string, content: string): void {
  try {
    writeAtomically(file, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, content);
  }
}

/** The bytes of a regular file that may be source text. */
function readText(file: string): Buffer | undefined {
  try {
    const info = lstatSync(file);
    if (!info.isFile() || info.size > MOST_BYTES) return undefined;
    const bytes = readFileSync(file);
    return isBinary(bytes) ? undefined : bytes;
  } catch {
    return undefined;
  }
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** Why bytes are no text that anybody reads. */
function whyUnread(bytes: Buffer): string | undefined {
  if (bytes.length > MOST_BYTES) return `longer than ${MOST_BYTES} bytes: not read`;
  return isBinary(bytes) ? "binary" : undefined;
}

/** Its language still says what may be in it. */
function unreadOutline(path: string, bytes: Buffer, message: string): Outline {
  const language = languageOf(path, bytes.toString("utf8", 0, HEAD_BYTES).replaceAll("\0", ""));
  return { path, language, symbols: [], problems: [{ line: 1, message }], unread: true };
}

/** Git's id of a content, for repositories of either object format kept apart by its length. */
function blobId(bytes: Buffer): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function isOutline(value: unknown): value is Outline {
  if (typeof value !== "object" || value === null) return false;
  const { symbols, problems, language } = value as Partial<Outline>;
  return Array.isArray(symbols) && Array.isArray(problems) && typeof language === "string";
}

function prune(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
  if (files.length <= MOST_KEPT) return;
  const aged = files.map((file) => ({ file, used: statSync(file).atimeMs })).sort((a, b) => a.used - b.used);
  for (const { file } of aged.slice(0, files.length - MOST_KEPT / 2)) unlinkSync(file);
}
