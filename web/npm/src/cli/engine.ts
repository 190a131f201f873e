import { host } from "../engines.js";
import { type Bindings, using, withEngine as withEither } from "../host.js";

/** Does something with the engine, and again once it reads YAML when an input turns out to be YAML. */
export async function withEngine<T>(names: readonly string[], work: (engine: Bindings) => T): Promise<T> {
  const isYaml = names.some((name) => /\.(ya?ml|tar|tgz)(\.gz)?$/i.test(name));
  return withEither(host, isYaml, async (engine) => using(engine, work));
}
