import { afterAll, beforeAll, expect, test } from "vitest";
import { OneApi } from "#app/_proofs/crash/one-api.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { RememberingAgent } from "#lib/testing/remembering-agent.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** No worker runs: what is answered is found out by the repeated call itself. */
const { owner, url } = await useTestDb();
const agent = new RememberingAgent({ country: "philippines", service: "tg", firstNumber: 639_170_000_000 });
const PHILIPPINES = 4;
let api: OneApi;
let buyer: ApiBuyer;

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  await agent.start();
  await givenOffer(owner, {
    kind: "agent",
    countryId: PHILIPPINES,
    baseUrl: agent.url,
    honoursClientId: true,
  });
  buyer = await givenApiBuyer(owner, 100_000);
  api = await OneApi.start(url, { SUPPLIERS_MAY_BE_PRIVATE: "1" });
}, 120_000);

afterAll(async () => {
  await api?.stop();
  agent.stop();
});

async function getNumber(orderId: string): Promise<string> {
  const input = {
    api_key: buyer.key,
    action: "getNumber",
    service: "tg",
    country: String(PHILIPPINES),
    orderId,
  };
  const answer = await fetch(`${api.origin}/stubs/handler_api.php?${new URLSearchParams(input)}`);
  return answer.text();
}

async function killAndStartAgain(): Promise<void> {
  await api.kill();
  agent.loses = false;
  await api.startAgain();
}

test("a getNumber whose process was killed while its supplier was asked answers the same number when it is repeated", {
  timeout: 60_000,
}, async () => {
  agent.loses = true;
  const lost = getNumber("lost-on-the-way").catch(() => "cut off");
  await expect.poll(() => agent.given.size, { timeout: 10_000 }).toBe(1);
  await killAndStartAgain();
  expect(await lost).toBe("cut off");
  const [given] = [...agent.given.values()];
  const answers = await Promise.all([1, 2, 3].map(() => getNumber("lost-on-the-way")));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(new RegExp(`^ACCESS_NUMBER:\\d+:${given?.number}$`));
  expect(await getNumber("lost-on-the-way")).toBe(answers[0]);
  expect(agent.given.size).toBe(1);
});

test("one whose answer alone was lost answers the same number as well", { timeout: 60_000 }, async () => {
  const first = await getNumber("answered");
  expect(first).toMatch(/^ACCESS_NUMBER/);
  await killAndStartAgain();
  expect(await getNumber("answered")).toBe(first);
});
