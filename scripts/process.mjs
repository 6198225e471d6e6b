// Running other programs: the one place that knows how.

import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

/** Runs a program in the repository with its output visible; throws when it fails. */
export function run(command, args, { env = {}, cwd = root } = {}) {
  const result = spawnSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
  if (result.error) throw new Error(`${command} did not start: ${result.error.message}`);
  if (result.status !== 0) throw new Error(`${[basename(command), ...args].join(" ")} failed`);
}

/** What a program printed, or undefined when it failed or does not exist. */
export function output(command, args, { env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** Runs a program without showing its output unless it fails: for set-up steps that describe themselves in a line. */
export function runQuietly(command, args, { env = {} } = {}) {
  const quietEnv = { ...process.env, RUST_BACKTRACE: "0", ...env };
  const result = spawnSync(command, args, { cwd: root, env: quietEnv, encoding: "utf8" });
  if (result.status === 0) return;
  const log = result.error ? result.error.message : `${result.stdout}${result.stderr}`.trim();
  throw new Error(`${[basename(command), ...args].join(" ")} failed:\n${log}`);
}

/** Runs a program of an npm package under this Node: the shims in node_modules/.bin differ between systems. */
export function runTool(packageName, tool, args, options) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  run(process.execPath, [join(folder, bin[tool]), ...args], options);
}

/** The command line of npm, as [program, ...arguments]. */
export function npm() {
  const { npm_execpath } = process.env;
  if (npm_execpath?.endsWith("npm-cli.js")) return [process.execPath, npm_execpath];
  return process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
}

/** Runs `main` when the module is the script that Node was asked to run, and ends with the error's message alone. */
export async function runAsScript(url, main) {
  const script = process.argv[1];
  if (script === undefined || fileURLToPath(url) !== realpathSync(script)) return;
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
