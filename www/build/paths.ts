import { fileURLToPath } from "node:url";

/** A path of www/. */
export const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** A file of the built package. */
export const packaged = (name: string) => path(`../dist/package/${name}`);
