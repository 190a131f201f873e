import type { Place } from "./errors.js";
import type { Progress } from "./slices.js";

/** What is sent to a worker: a call of a function of the package, or of a method of what it handed out. */
export type Ask =
  | {
      readonly kind: "call";
      readonly id: number;
      readonly handle: number | undefined;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: "abort"; readonly id: number };

/** What comes back. */
export type Answer =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "progress"; readonly id: number; readonly progress: Progress }
  | {
      readonly kind: "error";
      readonly id: number;
      readonly error: {
        readonly name: string;
        readonly message: string;
        readonly code: string | undefined;
        readonly place: Place | undefined;
        readonly reason: string | undefined;
      };
    };

/** An object that stays in the worker. */
export interface Handed {
  readonly handle: number;
  readonly is: "Dump" | "Simulation";
}
