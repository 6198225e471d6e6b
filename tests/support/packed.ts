import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll } from "vitest";
import { packPackage } from "../../scripts/build.mjs";

/** What users of the package import. */
export type Package = typeof import("whyreplace");

/** The package as npm would publish it, unpacked in a folder of its own where nothing else can be found. */
export interface Packed {
  folder: string;
  load(): Promise<Package>;
  remove(): void;
}

export function packed(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "whyreplace-"));
  const home = join(folder, "node_modules", "whyreplace");
  mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", packPackage(folder), "-C", home, "--strip-components=1"]);
  const entry = join(folder, "node_modules", "entry.mjs");
  writeFileSync(entry, 'export * from "whyreplace";\n');
  return {
    folder,
    load: () => import(/* @vite-ignore */ pathToFileURL(entry).href) as Promise<Package>,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The package as `packed` has it, ready to be used until the tests of the file are over. */
export async function loadedPackage(): Promise<Package> {
  const archive = packed();
  afterAll(() => archive.remove());
  const whyreplace = await archive.load();
  await whyreplace.init();
  return whyreplace;
}
