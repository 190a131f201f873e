import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The program as it is shipped. */
export const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** A file of the repository's tests. */
export const fixture = (name) => fileURLToPath(new URL(`../../../../tests/${name}`, import.meta.url));

/** Runs the program and waits for its end. */
export function kubeloupe(args, { input = "", cwd = undefined, env = {} } = {}) {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } });
  // A program that refuses its arguments does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...output }));
  });
}
