// A clock that never steps, in milliseconds. `performance.now()` says the same, but loads a module of Node's on its first
// use, which the start of a hook cannot spare.

/** Milliseconds since some moment before; only differences mean anything. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
