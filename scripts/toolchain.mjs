// The Rust that compiles to WebAssembly: either the target that rustup installs, or Debian's compiler,
// which brings no WebAssembly std and compiles it from source.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as debian from "./debian.mjs";
import { output, root, run, runQuietly } from "./process.mjs";

export const TARGET = "wasm32-unknown-unknown";

const DEBIAN_PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "rust-web-clippy"];

const HELP = `No Rust toolchain for WebAssembly. Do one of these, then try again:
  - with rustup (https://rustup.rs):  rustup target add ${TARGET}
  - on Debian, as root:               apt-get install ${DEBIAN_PACKAGES.join(" ")}
                                      and the lld-N of the LLVM version that /usr/bin/rustc -vV prints`;

/**
 * The toolchain for everything that is compiled for WebAssembly. `args` belong to every cargo command,
 * `clippy` is the command line of its clippy.
 */
export function wasmToolchain() {
  const toolchain = (isDebianForced() ? undefined : rustupToolchain()) ?? debianToolchain();
  if (toolchain === undefined) throw new Error(HELP);
  return toolchain;
}

/** Brings a toolchain for WebAssembly when there is none; `say` gets a line about what it brings. */
export function ensureWasmToolchain(say) {
  if (!isDebianForced()) {
    if (rustupToolchain()) return;
    if (addRustupTarget(say)) return;
  }
  if (debianToolchain()) return;
  if (!debian.canInstall()) throw new Error(HELP);
  installDebianToolchain(say);
  if (!debianToolchain()) throw new Error(HELP);
}

/** The version line of the compiler and the machine it runs on: together they decide the bytes of the module. */
export function compilerName({ rustc }) {
  const description = output(rustc, ["-vV"]) ?? "";
  const host = /^host: (.*)$/m.exec(description)?.[1];
  return `${description.split("\n")[0]} ${host}`;
}

/** Builds the library for WebAssembly and returns the module's path. */
export function cargoBuildWasm() {
  const toolchain = wasmToolchain();
  const remap = JSON.stringify(remapFlags(toolchain));
  const config = `target.${TARGET}.rustflags=${remap}`;
  const args = ["build", "--locked", "--release", "--lib", "--config", config, ...toolchain.args];
  run(toolchain.cargo, args, { env: toolchain.env });
  return join(toolchain.targetDir, TARGET, "release", "whyreplace.wasm");
}

/** Runs clippy on the library as it is compiled for WebAssembly. */
export function cargoClippyWasm() {
  const { clippy, args, env } = wasmToolchain();
  const [program, ...first] = clippy;
  run(program, [...first, "--locked", "--lib", ...args, "--", "-D", "warnings"], { env });
}

/** Folders of this machine that must not show in the module, and what stands for them there. */
function machineFolders({ rustc, cargo, env }) {
  const metadata = output(cargo, ["metadata", "--locked", "--quiet", "--format-version=1"], { env });
  if (metadata === undefined) throw new Error("cargo metadata failed; try: cargo metadata --locked");
  const dependencies = JSON.parse(metadata).packages.filter(({ source }) => source !== null);
  const folders = new Set(dependencies.map(({ manifest_path }) => dirname(dirname(manifest_path))));
  const std = join(output(rustc, ["--print", "sysroot"]), "lib", "rustlib", "src", "rust");
  return [...[...folders].map((folder) => [folder, "/crates"]), [std, "/rust"], [root, "/whyreplace"]];
}

/**
 * The messages of panics name source files. Without this the module would differ from one machine to the next,
 * and carry the name of the registry's folder and of the user's home.
 */
function remapFlags(toolchain) {
  return machineFolders(toolchain).map(([folder, name]) => `--remap-path-prefix=${folder}=${name}`);
}

/** Texts that show that a path of this machine got into a file. */
export function machinePaths() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const rustupHome = process.env.RUSTUP_HOME ?? join(homedir(), ".rustup");
  // Long enough that another machine's /src is not found inside serde's own /src/.
  return [
    join(cargoHome, "registry"),
    join(rustupHome, "toolchains"),
    join(root, "src"),
    join(root, "target"),
  ];
}

function isDebianForced() {
  return process.env.WHYREPLACE_WASM_TOOLCHAIN === "debian";
}

function rustupToolchain() {
  const folder = output("rustc", ["--print", "target-libdir", "--target", TARGET]);
  if (!folder || !existsSync(folder)) return undefined;
  const targetDir = join(root, "target");
  return {
    cargo: "cargo",
    rustc: "rustc",
    clippy: ["cargo", "clippy"],
    args: ["--target", TARGET, "--target-dir", targetDir],
    env: WITHOUT_RUSTFLAGS,
    targetDir,
  };
}

// The environment's flags would replace those of .cargo/config.toml, and with them the SIMD of the module.
const WITHOUT_RUSTFLAGS = { RUSTFLAGS: undefined, CARGO_ENCODED_RUSTFLAGS: undefined };

function debianToolchain() {
  // By full path: rustup's own programs usually come first in PATH.
  const [rustc, cargo, clippy] = ["/usr/bin/rustc", "/usr/bin/cargo", "/usr/bin/cargo-clippy"];
  const linker = debianLinker(rustc);
  const sysroot = output(rustc, ["--print", "sysroot"]);
  const needed = [cargo, clippy, `/usr/bin/${linker}`, `${sysroot}/lib/rustlib/src/rust/library/std`];
  if (!linker || !needed.every((path) => existsSync(path))) return undefined;
  const targetDir = join(root, "target", "debian");
  return {
    cargo,
    rustc,
    clippy: [clippy, "clippy"],
    args: [
      "--target",
      TARGET,
      "--target-dir",
      targetDir,
      "-Zbuild-std=std,panic_abort",
      "-Zbuild-std-features=optimize_for_size",
    ],
    env: {
      ...WITHOUT_RUSTFLAGS,
      CARGO: cargo,
      RUSTC: rustc,
      RUSTC_BOOTSTRAP: "1",
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
    },
    targetDir,
  };
}

/** wasm-ld-N of the LLVM that the compiler was built with: the linker must read what it writes. */
function debianLinker(rustc) {
  const major = llvmMajor(rustc);
  return major && `wasm-ld-${major}`;
}

function llvmMajor(rustc) {
  return /^LLVM version: (\d+)/m.exec(output(rustc, ["-vV"]) ?? "")?.[1];
}

function addRustupTarget(say) {
  if (output("rustup", ["--version"]) === undefined) return false;
  say(`rustup target ${TARGET}: compiles the core to WebAssembly`);
  try {
    runQuietly("rustup", ["target", "add", TARGET]);
  } catch (error) {
    const reason = error.message.split("\n").find((line) => line.startsWith("error:"));
    say(`rustup could not bring it: ${reason ?? error.message}`);
  }
  return rustupToolchain() !== undefined;
}

function installDebianToolchain(say) {
  say(`Debian packages ${DEBIAN_PACKAGES.join(" ")}: compile the core to WebAssembly`);
  debian.install(DEBIAN_PACKAGES);
  const linker = `lld-${llvmMajor("/usr/bin/rustc")}`;
  say(`Debian package ${linker}: links WebAssembly for that compiler`);
  debian.install([linker]);
}
