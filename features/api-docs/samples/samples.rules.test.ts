import { execFileSync } from "node:child_process";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { parametersOf } from "#features/api-docs/actions/actions.rules.ts";
import { samplesOf } from "#features/api-docs/samples/samples.rules.ts";
import { type ActionName, actionNames } from "#features/handler-api/handler-api.rules.ts";
import { newWebhookSecret, signedHeaders } from "#features/notifications/webhooks/signing.rules.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import { now } from "#lib/clock.ts";

const base = "https://den.test";
const samples = Object.values(samplesOf(base)).flat();
const addresses = samples.flatMap(({ code }) => code.match(/https:\/\/den\.test\/[^'\s]+/g) ?? []);

test("every call of handler_api.php names an action and parameters that it reads", () => {
  const calls = addresses
    .map((address) => new URL(address))
    .filter(({ search }) => search.includes("action="));
  expect(calls.length).toBeGreaterThan(5);
  for (const { searchParams } of calls) {
    const action = searchParams.get("action") as ActionName;
    expect(actionNames).toContain(action);
    const known = ["api_key", "action", ...parametersOf(action).map(({ name }) => name as string)];
    for (const name of searchParams.keys()) expect(known, `${action} ${name}`).toContain(name);
  }
});

test("every address of REST is one of its calls", () => {
  const paths = addresses
    .map((address) => new URL(address).pathname)
    .filter((path) => path.startsWith("/api/v1"));
  expect(paths.length).toBeGreaterThan(3);
  const patterns = restEndpoints.map(
    ({ path }) => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, "\\d+")}$`),
  );
  for (const path of paths)
    expect([path, patterns.some((pattern) => pattern.test(path))]).toEqual([path, true]);
});

const secret = newWebhookSecret();
const body = '{"type":"activation.sms_received","data":{"code":"12345","text":"Код: 12345"}}';
const signed = () => signedHeaders("msg_1", body, [newWebhookSecret(), secret], now());
const codeOf = (language: string) =>
  samplesOf(base)["webhooks/verify"]?.find(({ caption }) => caption?.startsWith(language))?.code ?? "";

test("the JavaScript that checks signatures is how the library is used", () => {
  expect(codeOf("JavaScript")).toContain("new Webhook(");
  expect(new Webhook(secret).verify(body, signed())).toMatchObject({ type: "activation.sms_received" });
});

test("the Python that checks signatures takes ours and no other", (context) => {
  if (!has("python3")) return context.skip();
  const headers = signed();
  expect(runPython(body, headers)).toBe("True");
  expect(runPython(body.replace("12345", "54321"), headers)).toBe("False");
});

function runPython(text: string, headers: Record<string, string>): string {
  const program = [
    codeOf("Python"),
    "import json, sys",
    "secret, headers, body = json.loads(sys.stdin.read())",
    "print(verify(secret, headers, body.encode()))",
  ].join("\n");
  const input = JSON.stringify([secret, headers, text]);
  return execFileSync("python3", ["-c", program], { input, encoding: "utf8" }).trim();
}

function has(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
