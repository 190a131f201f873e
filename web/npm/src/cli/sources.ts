import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { PassedOver, Source } from "../input.js";
import { Failure } from "./failure.js";

export type { PassedOver, Source };

/** Everything that was named, with what folders hold beside it. */
export interface Inputs {
  readonly sources: readonly Source[];
  readonly passedOver: readonly PassedOver[];
}

/** Names of files that may hold dumps. */
export const DUMP_EXTENSIONS = /\.(ya?ml|json|dot)(\.gz)?$/i;

/** What messages call the standard input. */
export const STANDARD_INPUT = "standard input";

/** How much is read; `KUBELOUPE_MOST_FILES` and the like lower it, for tests. */
const MOST_FILES = limit("FILES", 100_000);
const MOST_BYTES = limit("BYTES", 2 ** 31 - 1);

/** How deep folders are searched; a must-gather has about ten levels. */
const MOST_LEVELS = 32;

/** Reads files, folders and, for `-`, the standard input. In folders, files are read whose names match `extensions`. */
export async function readSources(paths: readonly string[], extensions: RegExp): Promise<Inputs> {
  const sources: Source[] = [];
  const passedOver: PassedOver[] = [];
  let total = 0;
  const add = (source: Source) => {
    total += source.bytes.length;
    if (total > MOST_BYTES) {
      throw new Failure(`the input is larger than ${MOST_BYTES} bytes.`, "Name the parts that the question is about.");
    }
    sources.push(source);
  };
  for (const path of paths) {
    if (path === "-") {
      add(await readSource(path));
    } else if ((await about(path)).isDirectory()) {
      const files: string[] = [];
      await search(path, extensions, 0, { files, passedOver });
      if (files.length === 0) {
        throw new Failure(`${path} holds nothing to read.`, `In a folder, files are read whose names match ${extensions}.`);
      }
      for (const name of files) {
        const bytes = await readFile(name).catch((error: unknown) => {
          if (codeOf(error) !== "EACCES") {
            throw unreadable(name, error);
          }
          passedOver.push({ name, why: "unreadable" });
          return undefined;
        });
        if (bytes !== undefined) {
          add({ name, bytes, found: true });
        }
      }
    } else {
      add(await readSource(path));
    }
  }
  return { sources, passedOver };
}

/** Reads one file, or the standard input. */
export async function readSource(path: string): Promise<Source> {
  if (path === "-") {
    return { name: STANDARD_INPUT, bytes: await buffer(process.stdin), found: false };
  }
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return { name: path, bytes, found: false };
}

async function about(path: string) {
  return stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

/** The error of a file that cannot be read. */
export function unreadable(path: string, error: unknown): Failure {
  switch (codeOf(error)) {
    case "ENOENT":
      return new Failure(`there is no file ${path}.`, "A path is taken from the current folder; `-` reads the standard input.");
    case "EACCES":
      return new Failure(`${path} may not be read.`, "Its permissions do not allow it.");
    case "ERR_FS_FILE_TOO_LARGE":
      return new Failure(`${path} is larger than 2 GiB.`, "Ask kubectl for fewer namespaces or kinds at a time.");
    default:
      return new Failure(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Everything in a folder, in the order of names. Links are not followed: what they lead to is read where it is. */
async function search(
  folder: string,
  extensions: RegExp,
  level: number,
  to: { files: string[]; passedOver: PassedOver[] },
): Promise<void> {
  if (level > MOST_LEVELS) {
    throw new Failure(`${folder} is nested more than ${MOST_LEVELS} levels deep.`, "Name the folder that holds the dump.");
  }
  const entries: Dirent[] | undefined = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) !== "EACCES" || level === 0) {
      throw unreadable(folder, error);
    }
    return undefined;
  });
  if (entries === undefined) {
    to.passedOver.push({ name: folder, why: "unreadable" });
    return;
  }
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  for (const entry of entries) {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) {
      await search(name, extensions, level + 1, to);
    } else if (entry.isSymbolicLink()) {
      to.passedOver.push({ name, why: "link" });
    } else if (!entry.isFile()) {
      to.passedOver.push({ name, why: "special" });
    } else if (!extensions.test(entry.name) || entry.name.startsWith("._")) {
      to.passedOver.push({ name, why: "name" });
    } else {
      to.files.push(name);
    }
    if (to.files.length + to.passedOver.length > MOST_FILES) {
      throw new Failure(`there are more than ${MOST_FILES} files in the folders.`, "Name the folder that holds the dump.");
    }
  }
}

function limit(name: string, otherwise: number): number {
  const given = Number(process.env[`KUBELOUPE_MOST_${name}`]);
  return Number.isInteger(given) && given > 0 ? Math.min(given, otherwise) : otherwise;
}
