// What can be brought by apt: only on Debian itself (Ubuntu's chromium is a stub), only as root.

import { readFileSync } from "node:fs";
import { runQuietly } from "./process.mjs";

/** Whether this process can install Debian packages. */
export function canInstall() {
  return process.getuid?.() === 0 && isDebian();
}

/** Installs Debian packages; never removes one to make room. */
export function install(packages) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  runQuietly("apt-get", ["update"], { env });
  runQuietly("apt-get", ["install", "-y", "--no-install-recommends", "--no-remove", ...packages], { env });
}

function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}
