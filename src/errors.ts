// The one error class of the project and its codes. Thrown whole, printed once in main.ts.

/** Error codes of spec 5.2, each with the exit status it ends in. */
export const EXIT_OF_CODE = {
  INVALID_INPUT: 2,
  NOT_FOUND: 2,
  AMBIGUOUS_ID: 2,
  CONFIG_INVALID: 2,
  NOT_OWNER: 1,
  INVALID_STATE: 1,
  ALREADY_SETTLED: 1,
  OPEN_CONFLICTS: 1,
  LOCK_HELD: 1,
  LOCK_TIMEOUT: 1,
  DEADLOCK: 1,
  NO_LEDGER: 3,
  LEDGER_FAILED: 3,
  GIT_FAILED: 3,
  NEWER_LEDGER: 3,
  INTERNAL: 70,
} as const;

export type ErrorCode = keyof typeof EXIT_OF_CODE;

export interface ErrorExtras {
  /** What to do instead, one sentence. */
  readonly hint?: string;
  /** Facts for programs: holders, expiry, conflicts, cycle, pointer. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A refusal or a failure that a user can act on. Anything else that is thrown is a bug (exit 70). */
export class ForemergeError extends Error {
  readonly code: ErrorCode;
  readonly exit: number;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = "ForemergeError";
    this.code = code;
    this.exit = EXIT_OF_CODE[code];
    this.hint = extras.hint;
    this.details = extras.details;
  }
}

/** Shorthand for the commonest refusal: bad usage or input, exit 2, nothing written. */
export function invalidInput(
  message: string,
  hint?: string,
  details?: Readonly<Record<string, unknown>>,
): ForemergeError {
  return new ForemergeError("INVALID_INPUT", message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

/** The refusal of an option that takes one value and was given two. */
export const givenTwice = (option: string, first: unknown, second: string): ForemergeError =>
  invalidInput(
    `${option} was given twice: ${JSON.stringify(first)} and ${JSON.stringify(second)}`,
    `write ${option} once`,
  );
