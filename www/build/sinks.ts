import type { Plugin } from "vite";

/** What a page that sends nothing must not contain. */
const SINKS = [
  "fetch(",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "sendBeacon",
  "RTCPeerConnection",
  "window.open",
  "location",
  "importScripts",
];

/** Fails a build that contains one elsewhere than in what is known. */
export function withoutSinks(known: readonly (string | RegExp)[] = []): Plugin {
  return {
    name: "without-sinks",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const text = output.type === "chunk" ? output.code : String(output.source);
        const code = known.reduce<string>((code, known) => code.replaceAll(known, ""), text);
        const found = SINKS.filter((sink) => code.includes(sink));
        if (found.length > 0) this.error(`${output.fileName} contains ${found.join(", ")}`);
      }
    },
  };
}
