// A small static file server: the page needs nothing more, and a development server's injected scripts do not pass
// the page's own content security policy.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const CONTENT_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

const HEADERS = {
  "Cache-Control": "no-cache",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

const PORTS_TO_TRY = 20;

/** Serves a folder to this machine, at `port` or the next free one (0: any); returns { url, close }. */
export async function serve(folder, port) {
  const server = createServer((request, response) => respond(resolve(folder), request, response));
  await listen(server, port, port === 0 ? 0 : port + PORTS_TO_TRY);
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server, port, last) {
  try {
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    if (error.code !== "EADDRINUSE" || port >= last) throw error;
    await listen(server, port + 1, last);
  }
}

async function respond(folder, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  const path = filePath(folder, request.url);
  const size = path && (await fileSize(path));
  if (size === undefined) return refuse(response, 404);
  const type = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
  response.writeHead(200, { ...HEADERS, "Content-Type": type, "Content-Length": size });
  if (request.method === "HEAD") return response.end();
  createReadStream(path)
    .on("error", () => response.destroy())
    .pipe(response);
}

function refuse(response, status) {
  response.writeHead(status, { ...HEADERS, "Content-Type": CONTENT_TYPES[".txt"] });
  response.end(`${status}\n`);
}

/** The file that a URL names, or undefined when it lies outside of the folder or is no path. */
function filePath(folder, url) {
  try {
    const { pathname } = new URL(url, "http://localhost");
    const path = join(
      folder,
      decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname),
    );
    return path.startsWith(folder + sep) && !path.includes("\0") ? path : undefined;
  } catch {
    return undefined;
  }
}

async function fileSize(path) {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}
