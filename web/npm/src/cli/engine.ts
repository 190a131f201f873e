import { engineWithYaml, host } from "../engines.js";
import { type Bindings, using, withEngine as withEither } from "../host.js";

/**
 * Does something with the engine: with the small one, and again with the one that reads YAML when an input turns out to
 * be YAML.
 */
export async function withEngine<T>(names: readonly string[], work: (engine: Bindings) => T): Promise<T> {
  const isYaml = engineWithYaml.isStarted || names.some((name) => /\.(ya?ml|tar|tgz)(\.gz)?$/i.test(name));
  return withEither(host, isYaml, async (engine) => using(engine, work));
}
