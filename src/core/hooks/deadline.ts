// A hook's own deadline (spec 3.6): checked between steps, counted from when the hook begins its work. A hook over the
// agent's timeout would let the edit pass without a word.
import { monotonicMs } from "../../monotonic.ts";

/** Thrown between two steps when the time is up. */
export class DeadlineSignal extends Error {}

export interface Deadline {
  /** Milliseconds that are left. */
  left(): number;
  /** @throws DeadlineSignal naming the step that was not begun */
  check(step: string): void;
}

export function deadlineIn(ms: number, now: () => number = () => monotonicMs()): Deadline {
  const start = now();
  const left = (): number => ms - (now() - start);
  return {
    left,
    check(step) {
      if (left() <= 0) throw new DeadlineSignal(`the hook's time (${ms} ms) was up before ${step}`);
    },
  };
}
