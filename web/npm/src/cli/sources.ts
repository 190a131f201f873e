import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { constants, gunzip } from "node:zlib";
import { Failure } from "./failure.js";

/** One input with the name that messages call it by. */
export interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** It was found in a folder, where it may well be something else than Kubernetes objects. */
  readonly found: boolean;
}

/** What messages call the standard input. */
export const STANDARD_INPUT = "standard input";

/** The engine reads at most as much, and what unpacks to more is refused before it fills the memory. */
const MOST_BYTES = 2 ** 31 - 1;

/** How deep folders are searched; a must-gather archive has about ten levels. */
const MOST_LEVELS = 32;

/** Reads files, folders and, for `-`, the standard input. Compressed input is unpacked. */
export async function readSources(paths: readonly string[], extensions: RegExp): Promise<Source[]> {
  const sources: Source[] = [];
  for (const path of paths) {
    if (path === "-") {
      sources.push(await unpacked(STANDARD_INPUT, await buffer(process.stdin), false));
    } else if ((await about(path)).isDirectory()) {
      const names = await filesIn(path, extensions, 0);
      if (names.length === 0) {
        throw new Failure(`${path} holds nothing to read.`, `In a folder, files are read whose names match ${extensions}.`);
      }
      for (const name of names) {
        sources.push(await unpacked(name, await bytesOf(name), true));
      }
    } else {
      sources.push(await readSource(path));
    }
  }
  return sources;
}

/** Reads one file. */
export async function readSource(path: string): Promise<Source> {
  return unpacked(path, await bytesOf(path), false);
}

async function about(path: string) {
  return stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

async function bytesOf(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

function unreadable(path: string, error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
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

async function filesIn(folder: string, extensions: RegExp, level: number): Promise<string[]> {
  if (level > MOST_LEVELS) {
    throw new Failure(`${folder} is nested more than ${MOST_LEVELS} levels deep.`, "Name the folder that holds the dump.");
  }
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      files.push(...(await filesIn(path, extensions, level + 1)));
    } else if (entry.isFile() && extensions.test(entry.name)) {
      files.push(path);
    }
  }
  return files;
}

const gunzipped = promisify<Uint8Array, { maxOutputLength: number; finishFlush: number }, Uint8Array>(gunzip);

async function unpacked(name: string, bytes: Uint8Array, found: boolean): Promise<Source> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    return { name, bytes, found };
  }
  try {
    const options = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_FINISH };
    return { name, bytes: await gunzipped(bytes, options), found };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${name} is a damaged gzip file: ${reason}.`, "Copy or download it again.");
  }
}
