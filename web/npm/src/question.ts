import type { Bindings } from "./host.js";
import { OptionError } from "./errors.js";

/** The language of sentences. */
export type Language = "en" | "zh";

/** Which version of Kubernetes is simulated, and in which language sentences are. */
export interface Version {
  /** The minor version, such as `1.37`, the newest by default. */
  readonly kubernetes?: string | undefined;
  /** Behaviours of other versions, by name or as `NAME=on`; `kubeloupe versions` lists them. */
  readonly switches?: Readonly<Record<string, boolean>> | readonly string[] | undefined;
  /** Feature gates of that version, by name or as `NAME=true`. */
  readonly featureGates?: Readonly<Record<string, boolean>> | readonly string[] | undefined;
  /** English by default. */
  readonly lang?: Language | undefined;
}

/** In which order steps are taken where the controllers leave it open. */
export interface Order {
  /** `fair` by default. */
  readonly schedule?: "fair" | "random" | undefined;
  /** The seed of random schedules. */
  readonly seed?: number | bigint | undefined;
}

const words = (settings: Readonly<Record<string, boolean>> | readonly string[] | undefined): string[] =>
  Array.isArray(settings) ? [...settings] : Object.entries(settings ?? {}).map(([name, on]) => `${name}=${on}`);

/**
 * The question in the engine; it has to be freed.
 * @internal
 */
export function asked(engine: Bindings, version: Version, { schedule, seed }: Order = {}) {
  const question = new engine.Question(
    version.lang ?? "en",
    version.kubernetes,
    words(version.switches),
    words(version.featureGates),
  );
  try {
    question.schedule(schedule, seed === undefined ? undefined : wholeSeed(seed));
  } catch (error) {
    question.free();
    throw error;
  }
  return question;
}

function wholeSeed(seed: number | bigint): bigint {
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw new OptionError(`seed cannot be ${seed}; it is a whole number from 0 to 18446744073709551615`, "option");
  }
  const whole = BigInt(seed);
  if (whole < 0n || whole >= 2n ** 64n) {
    throw new OptionError(`seed cannot be ${seed}; it is a whole number from 0 to 18446744073709551615`, "option");
  }
  return whole;
}
