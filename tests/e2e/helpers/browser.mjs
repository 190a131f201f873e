// A Chromium of the system, driven by Playwright. `cargo xtask test` says where it is; otherwise it is looked for on the PATH.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/** Starts a browser that is closed when the test file ends: `const browser = await startBrowser(after)`. */
export async function startBrowser(after) {
  const browser = await chromium.launch({ executablePath: executable(), args: ARGS });
  after(() => browser.close());
  return browser;
}

/** The browser to drive. */
export function executable() {
  const found = process.env.KUBELOUPE_CHROMIUM ?? onPath();
  if (found === undefined) {
    throw new Error("no Chromium on the PATH; `cargo xtask setup` installs one");
  }
  return found;
}

function onPath() {
  const candidates = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
