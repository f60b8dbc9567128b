import { globSync, readFileSync } from "node:fs";

/** `vi.mock` and `vi.doMock`: a module that is replaced may have been loaded by no other file before. */
const REPLACES = /\bvi\.(?:mock|doMock)\(/;
const STARTS_PROCESSES =
  /"(?:node:child_process|#lib\/tooling\/child-environment\.ts|#lib\/testing\/(?:own-database|spawned-process)\.ts)"/;
/** Packages that keep what they were started with for as long as their process lives. */
const KEEPS_STATE = /from "payload"/;
/** Compares processor time: the fewer others want the processors, the truer it is. */
const MEASURES = /"#lib\/testing\/costs\.ts"/;
/** These take longest, longest first: begun last, each would be waited for while the other processors have nothing to do. */
export const LONGEST = [
  "app/_proofs/crash/search.db.test.ts",
  "app/api/database-faults.db.test.ts",
  "app/_proofs/crash/crash.db.test.ts",
  "app/_proofs/crash/partner-earnings.db.test.ts",
  "app/_proofs/crash/ready-accounts.db.test.ts",
  "app/_partner-agent/gammu.test.ts",
  "app/_processes/agent-test/test-agent.test.ts",
  "app/api/malformed.db.test.ts",
  "app/api/access.db.test.ts",
];

/**
 * Whose tests let seconds pass, tens of them in all: a switch acts elsewhere, a waiting call is answered, a worker is missed, a modem
 * sends, the unit tests are run on another day.
 */
export const WAITING = [
  "app/_partner-agent/gammu.test.ts",
  "app/_partner-agent/inputs/dinstar.test.ts",
  "app/_partner-agent/running-agent.test.ts",
  "app/_processes/agent-test/test-agent.test.ts",
  "app/_processes/pay-stand-ins/pay-stand-ins.test.ts",
  "app/_processes/simulator/simulator.test.ts",
  "app/_proofs/calendar/drawn-day.test.ts",
  "app/api/assistants.db.test.ts",
  "app/api/rest-waiting.db.test.ts",
  "app/api/searches.db.test.ts",
  "app/api/self-tests.db.test.ts",
  "features/policy/policy.writes.db.test.ts",
];
const FACTORY = /from "#(.+\.factory\.ts)"/g;

const read = (file: string) => readFileSync(file, "utf8");

/** A test file with the factories that it imports. */
function readSuite(file: string): string {
  const text = read(file);
  return [text, ...[...text.matchAll(FACTORY)].map(([, factory = ""]) => read(factory))].join("\n");
}

/** Unit tests that replace modules or wait: paths from the root. */
export function listLoneTests(): string[] {
  return globSync(["{app,bench,components,features,lib}/**/*.test.ts", "*.test.ts"])
    .filter((file) => !file.endsWith(".db.test.ts"))
    .filter((file) => WAITING.includes(file) || REPLACES.test(read(file)));
}

/** Tests of the interface that replace modules: paths from the root. */
export function listReplacingTests(): string[] {
  return globSync("{app,components,features,lib}/**/*.test.tsx").filter((file) => REPLACES.test(read(file)));
}

/**
 * Database tests that wait more than they work, each in a process of its own: proofs, those that start processes themselves (one of the
 * product's, a server to be killed), by a factory or not, and those that let time pass; beside them those that replace modules or use the
 * content desk's package. Paths from the root.
 */
export function listProcessTests(): string[] {
  return globSync("{app,bench,features,lib}/**/*.db.test.ts").filter((file) => {
    const suite = readSuite(file);
    const needsOwn = [REPLACES, KEEPS_STATE, STARTS_PROCESSES].some((pattern) => pattern.test(suite));
    const isAlone = file.startsWith("app/_proofs/") || needsOwn;
    return WAITING.includes(file) || (isAlone && !MEASURES.test(suite));
  });
}
