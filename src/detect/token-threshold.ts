// The threshold of tier 5 (spec 1.4), on its own so that the index and the comparison share it.

/** Least Jaccard of key tokens that counts as an overlap. */
export const TOKEN_THRESHOLD = 0.66;
