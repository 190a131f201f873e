import type { Bindings } from "./host.js";
import type { KubernetesObject, Scenario } from "./types.js";

/** Text or bytes, perhaps compressed with gzip. */
export type Data = string | Uint8Array | ArrayBuffer;

/** An input with a name, by which messages call it. */
export interface NamedData {
  readonly name: string;
  readonly data: Data;
  /** It was found in a folder or an archive: where it holds no Kubernetes objects it is left out. */
  readonly found?: boolean | undefined;
}

/** Any object of the API as a client writes it. What no controller reads is passed over. */
export interface AnyObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: object | undefined;
  readonly [member: string]: unknown;
}

/** What a dump comes as: what kubectl prints, as text or bytes; objects and lists of them; files with names. */
export type DumpInput = Data | AnyObject | KubernetesObject | readonly (AnyObject | KubernetesObject)[] | NamedData | readonly NamedData[];

/** What a scenario comes as: a scenario file, as text, bytes or an object. */
export type ScenarioInput = Data | Scenario | NamedData;

/**
 * An input on its way to the engine.
 * @internal
 */
export interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly found: boolean;
}

/**
 * A file of a folder that was not looked into.
 * @internal
 */
export interface PassedOver {
  readonly name: string;
  readonly why: "name" | "link" | "special" | "unreadable";
}

/**
 * The sources of an input.
 * @internal
 */
export function sourcesOf(input: DumpInput | ScenarioInput, name = "input"): Source[] {
  if (isData(input)) {
    return [{ name, bytes: bytesOf(input), found: false }];
  }
  if (isNamed(input)) {
    return [named(input)];
  }
  if (Array.isArray(input)) {
    const all: readonly unknown[] = input;
    if (all.length > 0 && all.every(isNamed)) {
      return all.map(named);
    }
    return [{ name, bytes: bytesOf(JSON.stringify({ apiVersion: "v1", kind: "List", items: all })), found: false }];
  }
  return [{ name, bytes: bytesOf(JSON.stringify(input)), found: false }];
}

function named({ name, data, found }: NamedData): Source {
  return { name, bytes: bytesOf(data), found: found ?? false };
}

function isData(input: unknown): input is Data {
  return typeof input === "string" || input instanceof Uint8Array || input instanceof ArrayBuffer;
}

function isNamed(input: unknown): input is NamedData {
  return typeof input === "object" && input !== null && "name" in input && "data" in input && !("kind" in input) && isData(input.data);
}

/** @internal */
export function bytesOf(data: Data): Uint8Array {
  if (typeof data === "string") {
    return new TextEncoder().encode(data);
  }
  return data instanceof Uint8Array ? data : new Uint8Array(data);
}

/**
 * Whether a source is YAML by its name, or an archive, which may hold some.
 * @internal
 */
export function isYaml({ name }: Source): boolean {
  return /\.(ya?ml|tar|tgz)(\.gz)?$/i.test(name);
}

/**
 * The sources, in the engine. They have to be freed, or used up.
 * @internal
 */
export function handed(engine: Bindings, sources: readonly Source[], passedOver: readonly PassedOver[] = []) {
  const handed = new engine.Sources();
  for (const { name, bytes, found } of sources) {
    handed.add(name, bytes, found);
  }
  for (const { name, why } of passedOver) {
    handed.passOver(name, why);
  }
  return handed;
}
