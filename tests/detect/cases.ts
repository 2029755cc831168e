// The conformance cases of the detector, read once, with their long values spelled out.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Candidate } from "../../src/detect/model.ts";
import { buildRequest } from "../../src/detect/request.ts";

export interface Case {
  readonly id: string;
  readonly area: string;
  readonly input: Record<string, unknown>;
  readonly expect: Record<string, unknown>;
  readonly why: string;
  readonly symmetric?: boolean;
}

const path = fileURLToPath(new URL("../../fixtures/conformance/detector.json", import.meta.url));
const all = JSON.parse(readFileSync(path, "utf8")) as Case[];

export function casesOf(area: string): Case[] {
  return all.filter((one) => one.area === area);
}

/** `{prefix, repeat, count}` is a text, `{prefix, count, suffix}` a list numbered from 1. */
export function longText(value: unknown): string {
  if (typeof value === "string") return value;
  const { prefix = "", repeat, count } = value as { prefix?: string; repeat: string; count: number };
  return prefix + repeat.repeat(count);
}

export function longList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  const { prefix, count, suffix } = value as { prefix: string; count: number; suffix: string };
  return Array.from({ length: count }, (_, i) => `${prefix}${i + 1}${suffix}`);
}

export interface Side {
  readonly summary: string;
  readonly scopes: readonly string[];
  readonly uses?: readonly string[];
  readonly depends_on?: readonly string[];
}

export function candidateOf(id: string, side: Side, extra: Partial<Candidate> = {}): Candidate {
  const { summary, scopes, uses } = buildRequest({ summary: side.summary, scopes: side.scopes, uses: side.uses ?? [] });
  return { id, summary, scopes, uses, dependsOn: side.depends_on ?? [], ...extra };
}
