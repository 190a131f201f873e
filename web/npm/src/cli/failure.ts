/** What the program ends with: all is well, an expectation failed or something is wrong, or it could not do what was asked. */
export type ExitCode = 0 | 1 | 2;

/** Something that the caller can put right, said in one line, and how in another. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
}

/** The lines to print for anything that was thrown: what the caller can put right without a stack, a bug with one. */
export function describe(error: unknown): string[] {
  if (error instanceof Failure) {
    return error.remedy === undefined ? [error.message] : [error.message, error.remedy];
  }
  if (!(error instanceof Error)) {
    return [String(error)];
  }
  return isRefusal(error) ? [error.message] : (error.stack ?? error.message).split("\n");
}

/** The lines that tell people of a mistake. */
export function complaint(error: unknown): string[] {
  const [first, ...rest] = describe(error);
  return [`kubeloupe: ${first}`, ...rest];
}

/** Whether the engine refused an input, in words meant for people. */
export function isRefusal(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
