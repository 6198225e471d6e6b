// The browser that the tests drive: one that is installed, never one downloaded by a test tool.

import { existsSync } from "node:fs";
import { join } from "node:path";
import * as debian from "./debian.mjs";

const { env } = process;

const PATHS = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/opt/google/chrome/chrome",
    "/usr/bin/microsoft-edge",
    "/usr/bin/microsoft-edge-stable",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [env.ProgramFiles, env["ProgramFiles(x86)"], env.LocalAppData]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, "Google/Chrome/Application/chrome.exe"),
      join(folder, "Chromium/Application/chrome.exe"),
      join(folder, "Microsoft/Edge/Application/msedge.exe"),
    ]),
};

const HELP = `No browser for the tests. Install Chrome, Chromium or Edge, or name one in the variable CHROME_PATH
(on Debian: apt-get install chromium), then try again.`;

/** The path of an installed Chrome, Chromium or Edge; throws with what to do when there is none. */
export function browserPath() {
  const path = installedBrowser();
  if (path === undefined) throw new Error(HELP);
  return path;
}

/** Brings a browser when there is none; `say` gets a line about what it brings. */
export function ensureBrowser(say) {
  if (installedBrowser()) return;
  if (!debian.canInstall()) throw new Error(HELP);
  say("Debian package chromium: the browser that the page's tests drive");
  debian.install(["chromium"]);
  browserPath();
}

function installedBrowser() {
  const { CHROME_PATH } = env;
  if (CHROME_PATH) {
    if (!existsSync(CHROME_PATH)) throw new Error(`CHROME_PATH names ${CHROME_PATH}, which does not exist.`);
    return CHROME_PATH;
  }
  return (PATHS[process.platform] ?? []).find((path) => existsSync(path));
}
