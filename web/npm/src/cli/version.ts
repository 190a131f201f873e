import type { Arguments, Options } from "./arguments.js";

/** The options with which a command is told what version of Kubernetes it simulates. */
export const VERSION_OPTIONS: Options = {
  kubernetes: { value: "1.NN", help: "the version of Kubernetes whose behaviour is simulated" },
  switch: { value: "NAME=on|off", help: "one behaviour of another version; may be repeated (kubeloupe versions)" },
  "feature-gate": { value: "NAME=true|false", help: "a feature gate of that version; may be repeated" },
};

/** What those options say, as the engine takes it. */
export interface VersionWords {
  readonly kubernetes: string | undefined;
  readonly switches: string[];
  readonly gates: string[];
}

export function versionWords(given: Arguments): VersionWords {
  return {
    kubernetes: given.value("kubernetes"),
    switches: given.values("switch"),
    gates: given.values("feature-gate"),
  };
}
