/** What kind of thing went wrong, for programs. */
export type ErrorCode = "input" | "target" | "option" | "rejected" | "module" | "stopped";

/** Where in an input something is wrong, as far as it is known. */
export interface Place {
  /** The input, as it was named. */
  readonly source?: string;
  /** The document in it, from 1. */
  readonly document?: number;
  /** The line, from 1. */
  readonly line?: number;
  /** The column in bytes, from 1. */
  readonly column?: number;
  /** The member, such as `items[3].metadata.finalizers`. */
  readonly field?: string;
}

/** Every error of this package; its message is meant for people. */
export class KubeloupeError extends Error {
  /** What kind of thing went wrong. */
  readonly code: ErrorCode;
  /** Where in the input, for what is wrong with one. */
  readonly place: Place | undefined;

  constructor(message: string, code: ErrorCode, place?: Place, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.place = place;
  }
}

/** An input was refused: it is neither JSON nor YAML, has a member that does not exist, is larger than a limit. */
export class InputError extends KubeloupeError {}

/** A text names no object, or more than one. */
export class TargetError extends KubeloupeError {}

/** An option has a value that it cannot have. */
export class OptionError extends KubeloupeError {}

/** A step that cannot be taken now. */
export class RejectedError extends KubeloupeError {
  /** Why: a word of `Rejection`, `notEnabled`, `noSuchStep` or `tooManySteps`. */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, "rejected", undefined, options);
    this.reason = reason;
  }
}

/** The engine's module could not be loaded. */
export class ModuleError extends KubeloupeError {}

/** The engine has found a mistake of its own and has stopped; it must not be used again. Please report it. */
export class StoppedError extends KubeloupeError {}

/** What the engine throws for YAML before it has the parser. */
export const NEEDS_YAML = "yaml";

/** What the engine throws. */
interface Thrown extends Error {
  readonly code: string;
  readonly place?: Place;
  readonly reason?: string;
}

export function isThrown(error: unknown): error is Thrown {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

const CLASSES = { input: InputError, target: TargetError, option: OptionError, module: ModuleError, stopped: StoppedError };

/** The package's error for what the engine threw; anything else stays as it is. */
export function told(error: unknown): unknown {
  return error instanceof KubeloupeError || !isThrown(error) ? error : made(error.message, error.code, error.place, error.reason, error);
}

/** The error of these members, such as those that came from a worker. */
export function made(message: string, code: string, place?: Place, reason?: string, cause?: unknown): Error {
  const options = cause === undefined ? undefined : { cause };
  if (code === "rejected") {
    return new RejectedError(message, reason ?? "notEnabled", options);
  }
  if (code in CLASSES) {
    const known = code as keyof typeof CLASSES;
    return new CLASSES[known](message, known, place, options);
  }
  return new InputError(message, "input", place, options);
}
