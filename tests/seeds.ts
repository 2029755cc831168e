// Properties draw the same values on every machine and in every run, so that a change is judged by itself. To look for
// values nobody has met yet, run with FOREMERGE_TEST_SEED=random, or with a number to see one again.
import fc from "fast-check";

const chosen = process.env.FOREMERGE_TEST_SEED;
if (chosen !== "random") fc.configureGlobal({ seed: chosen === undefined ? 20_261_201 : Number(chosen) });
