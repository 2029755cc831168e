// Postings over open intents, held in memory (spec 1.9).
import type { Candidate } from "../detect/model.ts";
import type { PostingSource } from "../detect/posting-source.ts";

export function memoryPostings(candidates: readonly Candidate[]): PostingSource {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return { size: byId.size, ids: () => [], count: () => 0, candidate: (id) => byId.get(id) };
}
