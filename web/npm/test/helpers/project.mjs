import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const exec = promisify(execFile);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** The folder of the package. */
export const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** A program that a development dependency of the package brings. */
export const tool = (path) => join(packageFolder, "node_modules", path);

/** Runs Node, and returns what it prints; a failure has it too. */
export async function node(args, options = {}) {
  try {
    return (await exec(process.execPath, args, { maxBuffer: 2 ** 26, ...options })).stdout;
  } catch (error) {
    throw new Error(`${args.join(" ")}\n${error.stdout}\n${error.stderr}`, { cause: error });
  }
}

/**
 * The package as it is published, and a folder in which projects find it installed. Nothing is asked of a registry, since
 * the package depends on nothing.
 */
export async function published(after) {
  const folder = await mkdtemp(join(tmpdir(), "kubeloupe-package-"));
  after(() => rm(folder, { recursive: true }));
  const { stdout } = await exec(npm, ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: packageFolder });
  const packed = JSON.parse(stdout);
  const [{ filename, files }] = Array.isArray(packed) ? packed : Object.values(packed);
  const tarball = join(folder, filename);
  const project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  await exec(npm, ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], { cwd: project });
  return {
    folder,
    tarball,
    project,
    files: files.map(({ path }) => path).sort(),
    /** A copy of an example, with the package installed. */
    async example(name) {
      const copy = join(folder, name);
      await cp(join(packageFolder, "examples", name), copy, { recursive: true });
      await symlink(join(project, "node_modules"), join(copy, "node_modules"), "junction");
      return copy;
    },
  };
}
