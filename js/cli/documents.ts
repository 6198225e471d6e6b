import { readFile } from "node:fs/promises";
import { Refusal } from "./refusal.js";

/** What to do about a file that cannot be read. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file; check its name",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "it may not be read; check its permissions",
  EPERM: "it may not be read; check its permissions",
  ERR_FS_FILE_TOO_LARGE: "it is too large; at most 512 MB can be read",
};

/** The bytes of a file, or of the standard input for `-`. */
export async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return file === "-" ? await piped() : await readFile(file);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : `the system says ${code || "no reason"}`;
    throw new Refusal(`${calledInMessages(file)} cannot be read: ${reason}.`);
  }
}

async function piped(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** What a document is called where something is said of it. */
export function calledInMessages(file: string): string {
  return file === "-" ? "the standard input" : file;
}
