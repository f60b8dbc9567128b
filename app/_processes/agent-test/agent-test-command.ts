import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { testAgent } from "#app/_processes/agent-test/test-agent.ts";
import { SANDBOX_SERVICE, type TestName, type Verdict } from "#features/supply/self-test/self-test.rules.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { say } from "#lib/tooling/terminal.ts";

const help = `npm run agent-test -- --url http://localhost:8080/agent --key <key>

Runs the acceptance tests that a partner's agent passes before it sells (protocol 2.3). The agent lists the service
"${SANDBOX_SERVICE}" in GET_SERVICES and pushes an SMS for each of its numbers to this command.

  --url         where the agent answers
  --key         its key; --key-file takes it from a file
  --listen      where the agent pushes SMS to: host:port, 127.0.0.1:8090 when left out
  --exchanges   shows every exchange, without the key`;

const options = {
  url: { type: "string" },
  key: { type: "string" },
  "key-file": { type: "string" },
  listen: { type: "string", default: "127.0.0.1:8090" },
  exchanges: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Runs the command; returns its exit code: 0 when every test passed. Throws Problem for what its user can mend. */
export async function runAgentTest(args: readonly string[]): Promise<number> {
  const values = readWords(args);
  if (values.help) {
    say(help);
    return 0;
  }
  const key = values["key-file"] ? (await readKey(values["key-file"])).trim() : values.key;
  if (!values.url || !key) throw new Problem("Say --url and --key. npm run agent-test -- --help");
  const verdicts = await testAgent(
    { url: values.url, key },
    {
      listen: readListen(values.listen),
      onListening: (port) => say(`SMS are taken at port ${port}: /api/partner/sms and /agent/api/sms`),
      onBegin: (test) => say(`... ${text(`tests.${test}`)}`),
      onLent: (number) => say(`    lent: +${number}. Send an SMS to it if the agent makes none itself`),
      onVerdict: (test, verdict) => sayVerdict(test, verdict),
      onExchange: ({ action, tookMs, request, answer, fault }) => {
        if (!values.exchanges) return;
        say(
          `    ${action}, ${tookMs} ms${fault ? `: ${fault}` : ""}\n    > ${request}\n    < ${answer ?? "nothing"}`,
        );
      },
    },
  );
  const all = [...verdicts.values()];
  const passed = all.filter(({ outcome }) => outcome === "passed").length;
  say(`${passed} of ${all.length} passed`);
  return passed === all.length ? 0 : 1;
}

function readWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message} npm run agent-test -- --help`);
  }
}

function readListen(where: string) {
  const parts = /^([^:]+):(\d{1,5})$/.exec(where);
  if (!parts) throw new Problem("--listen takes host:port, such as 127.0.0.1:8090.");
  return { host: String(parts[1]), port: Number(parts[2]) };
}

async function readKey(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new Problem(`The file ${path} cannot be read.`);
  }
}

function sayVerdict(test: TestName, verdict: Verdict): void {
  const marks = { passed: "ok  ", failed: "FAIL", skipped: "--  " };
  say(`${marks[verdict.outcome]} ${text(`tests.${test}`)}`);
  if (verdict.outcome !== "failed") return;
  say(`     ${text(`reasons.${verdict.reason}`)}`);
  if (verdict.detail) say(`     ${verdict.detail}`);
}

const text = (key: string): string => translateMessage("en", `partners.selfTest.${key}`);
