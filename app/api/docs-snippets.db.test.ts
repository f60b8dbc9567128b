import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { methodOfAction, methodOfEndpoint } from "#features/api-docs/tester/methods.rules.ts";
import { type SnippetLanguage, snippetOf } from "#features/api-docs/tester/snippets.rules.ts";
import {
  requestOf,
  slotOf,
  type TesterMethod,
  type TesterValues,
} from "#features/api-docs/tester/tester.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { restBuyActivation } from "#features/rest-api/activations/activations.contract.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const run = promisify(execFile);
let port: RealPort;
let key = "";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 3, priceKopecks: 1_250 });
  port = await openRealPort(db);
  const { userId } = await givenApiBuyer(db, 0);
  const made = await withTransaction(db, (tx) => createKey(tx, userId, "sandbox", keyInput()));
  key = made.key;
});
afterAll(() => port.stop());

const commands: Readonly<Record<SnippetLanguage, (code: string) => [string, string[]]>> = {
  curl: (code) => ["bash", ["-c", code]],
  javascript: (code) => [process.execPath, ["--input-type=module", "-e", code]],
  python: (code) => ["python3", ["-c", code]],
  php: (code) => ["php", ["-r", code.replace("<?php\n", "")]],
};
const probes: Readonly<Record<SnippetLanguage, [string, string[]]>> = {
  curl: ["curl", ["--version"]],
  javascript: [process.execPath, ["--version"]],
  python: ["python3", ["-c", "import requests"]],
  php: ["php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]],
};
function canRun(language: SnippetLanguage): boolean {
  try {
    execFileSync(...probes[language], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** What the example of a filled-in form prints. */
async function example(language: SnippetLanguage, method: TesterMethod | null, values: TesterValues = {}) {
  const request = requestOf(method as TesterMethod, values, `docs-${language}`);
  const [command, parameters] = commands[language](
    snippetOf(language, { request, origin: port.origin, key }),
  );
  const { stdout } = await run(command, parameters);
  return stdout.trim();
}

for (const language of ["curl", "javascript", "python", "php"] as const) {
  describe.skipIf(!canRun(language))(
    `the documentation's example in ${language}, run against the API`,
    () => {
      // Four programs are started one after the other, each with its own runtime.
      it("asks, buys through both doors, and keeps to what a form holds", { timeout: 180_000 }, async () => {
        expect(await example(language, methodOfAction("getBalance"))).toMatch(/ACCESS_BALANCE:\d+\.\d\d$/);
        const bought = await example(language, methodOfAction("getNumber"), {
          "query.service": "tg",
          "query.country": "6",
          "query.orderId": `it's "${language}" $HOME \\ \n 中文`,
        });
        const id = /ACCESS_NUMBER:(\d+):\d+$/.exec(bought)?.[1] ?? "";
        expect(id).not.toBe("");
        expect(await example(language, methodOfAction("getStatus"), { "query.id": id })).toMatch(/STATUS_/);
        // By REST v1, with what the form fills in by itself.
        const order = methodOfEndpoint(restBuyActivation);
        const values = Object.fromEntries(
          (order?.fields ?? []).map((field) => [slotOf(field), field.initial ?? ""]),
        );
        const [first] = /"id":\s*\d{9}/.exec(await example(language, order, values)) ?? [""];
        expect(first).not.toBe("");
        // The same Idempotency-Key is the same order.
        expect(await example(language, order, values)).toContain(first);
      });
    },
  );
}

it("no key of an example stands in the access log", () => {
  expect(port.lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(port.lines)).not.toContain(key);
});
