// The first step of `npm run up`, `dev`, `verify`, `bench`, `check` and `new`. Runs on any Node from 20 on with nothing installed:
// installs the packages when that is needed, then starts the right program on the Node that the project brings.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const WANTED_MAJOR = 24;
const PROGRAMS = {
  up: "app/_processes/all.ts",
  dev: "app/_processes/dev.ts",
  verify: "lib/tooling/verify/verify.ts",
  bench: "bench/all.ts",
  check: "lib/tooling/verify/verify.ts",
  new: "lib/tooling/new/new.ts",
};
/** Run between commits: these install where nothing is installed, and otherwise take the packages that are there. */
const BETWEEN_COMMITS = ["check", "new"];
const MARK = path.join(ROOT, "node_modules", ".sms-den-installed");

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function changedAt(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return null;
  }
}

function lockHash() {
  const lock = readFileSync(path.join(ROOT, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${process.platform} ${process.arch}`).digest("hex");
}

function isInstalled(name) {
  const installed = changedAt(path.join(ROOT, "node_modules", ".package-lock.json"));
  if (installed === null) return false;
  if (BETWEEN_COMMITS.includes(name)) return true;
  if (existsSync(MARK) && readFileSync(MARK, "utf8") === lockHash()) return true;
  return installed >= changedAt(path.join(ROOT, "package-lock.json"));
}

/** npm's own program when npm started us, so that the same npm is used; its path differs between machines. */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script, ...args]];
  return ["npm", args];
}

function install() {
  process.stdout.write("Installing packages (only when they changed; takes a minute or two)\n");
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const [command, commandArgs] = npmCommand(args);
  // A lone progress line per ten seconds: npm shows none where there is no terminal.
  const child = spawn(command, commandArgs, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  let seconds = 0;
  const ticking = setInterval(() => {
    seconds += 10;
    process.stdout.write(`  installing, ${seconds} s\n`);
  }, 10_000);
  return new Promise((resolve) => {
    child.once("error", (error) => {
      fail(`npm could not be started (${error.message}). Install npm 10 or newer and run the command again.`);
    });
    child.once("exit", (code) => {
      clearInterval(ticking);
      if (code !== 0) {
        fail(
          "The packages could not be installed (npm ci failed, see above). Check the network or the registry and run again.",
        );
      }
      writeFileSync(MARK, lockHash());
      resolve();
    });
  });
}

/** The Node of the project, or the running one when it is new enough. */
function findNode() {
  const own = path.join(ROOT, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(own)) {
    const answer = spawnSync(own, ["--version"], { encoding: "utf8" });
    if (answer.status === 0) return own;
  }
  if (Number(process.versions.node.split(".")[0]) >= WANTED_MAJOR) return process.execPath;
  return fail(
    `SMS Den runs on Node ${WANTED_MAJOR}; the packages bring none for ${process.platform} ${process.arch} and this is ` +
      `${process.version}. Install Node ${WANTED_MAJOR} or newer and run the command again.`,
  );
}

function start(node, program, args) {
  const bin = path.join(ROOT, "node_modules", ".bin");
  const child = spawn(node, ["--conditions=react-server", path.join(ROOT, program), ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: [path.dirname(node), bin, process.env.PATH].join(path.delimiter),
      // So that the program can end when we are killed.
      SMS_DEN_BOOTSTRAP_PID: String(process.pid),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("error", (error) =>
    fail(`${node} could not be started: ${error.message}. Remove node_modules and run again.`),
  );
  child.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

const [name, ...args] = process.argv.slice(2);
const program = PROGRAMS[name];
if (!program) fail(`Unknown command ${name}; there are: ${Object.keys(PROGRAMS).join(", ")}.`);
if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(
    `Node ${process.version} is too old. Install Node 20 or newer (24 is best) and run the command again.`,
  );
}
if (!isInstalled(name)) await install();
start(findNode(), program, args);
