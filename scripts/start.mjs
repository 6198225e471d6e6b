// Builds the page, serves it, and prints its address. PORT names another port than 4173.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildPackage, buildPage, pageFolder } from "./build.mjs";
import { runAsScript } from "./process.mjs";
import { serve } from "./serve.mjs";

const DEFAULT_PORT = 4173;

await runAsScript(import.meta.url, async () => {
  const port = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is ${process.env.PORT}: not a port`);
  buildPackage();
  buildPage();
  if (!existsSync(join(pageFolder, "index.html")))
    throw new Error("There is no page to serve: dist/www/index.html");
  const { url } = await serve(pageFolder, port);
  console.log(`\nwhyreplace is at ${url}\nCtrl+C ends it.`);
});
