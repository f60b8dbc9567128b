import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { type RentWord, rentWords } from "#features/handler-api/rent/rent.rules.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { sandboxRentLimits, sandboxRentScripts } from "#features/sandbox/sandbox-rent.rules.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

/** A sandbox key of a new account that has no money at all. */
async function givenKey(input: Partial<KeyInput> = {}): Promise<string> {
  const { userId } = await givenApiBuyer(db, 0);
  return (await withTransaction(db, (tx) => createKey(tx, userId, "sandbox", keyInput(input)))).key;
}

/** What a script says from this second on has not been said when a test has just bought. */
const PATIENT_SECONDS = 10;
const said = new Set<string>();
async function bots(
  key: string,
  action: string,
  sent: Record<string, string | number> = {},
): Promise<string> {
  const all = Object.entries({ api_key: key, action, ...sent }).map(([name, value]) => [name, String(value)]);
  const response = await app.request(`/stubs/handler_api.php?${new URLSearchParams(all)}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  const word = /^\{"status":"error","message":"(\w+)"/.exec(text)?.[1];
  if (word) said.add(word);
  return text;
}
const refusal = (word: RentWord) => `{"status":"error","message":"${word}"}`;
const OK = '{"status":"success"}';
const advance = (key: string, seconds: number) => bots(key, "sandboxAdvance", { seconds });
const FIRST = 950_000_001;
const NUMBER = "62950000001";
const DONE = expect.stringMatching(
  new RegExp(
    `^\\{"status":"success","phone":\\{"id":${FIRST},"endDate":"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d","number":"${NUMBER}"\\},"activationId":"${FIRST}","phoneNumber":"${NUMBER}","activationEndTime":"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d"\\}$`,
  ),
);
const rent = (key: string, service = "tg", sent: Record<string, string | number> = {}) =>
  bots(key, "getRentNumber", { service, country: 6, rent_time: 4, ...sent });

async function json(
  key: string,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey = crypto.randomUUID(),
) {
  const response = await app.request(`${env.PUBLIC_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "idempotency-key": idempotencyKey,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as any };
}
const WISH = { service_external_id: "tg", country_external_id: 6, amount: 4 };

/** What a refusal of a script is called by getRentNumber. */
const wordOf = new Map<unknown, string>([
  [activationErrors.NO_NUMBERS, refusal("NO_NUMBERS")],
  [activationErrors.NO_BALANCE, refusal("NO_BALANCE")],
  [activationErrors.WRONG_MAX_PRICE, refusal("NO_NUMBERS")],
  [activationErrors.SERVICE_NOT_FOUND, refusal("BAD_SERVICE")],
  [activationErrors.COUNTRY_NOT_FOUND, refusal("NO_NUMBERS")],
  [activationErrors.OPERATOR_NOT_FOUND, refusal("NO_NUMBERS")],
  [activationErrors.CHANNELS_LIMIT, refusal("CHANNELS_LIMIT")],
  [activationErrors.BANNED, refusal("ACCOUNT_INACTIVE")],
  [policyErrors.NOT_FOR_SALE, refusal("BAD_SERVICE")],
  [apiErrors.IDEMPOTENCY_MISMATCH, refusal("ORDER_ALREADY_EXISTS")],
  [apiErrors.UNAVAILABLE, refusal("SERVER_ERROR")],
  [apiErrors.SCOPE_MISSING, "NOT_AVAILABLE"],
  [apiErrors.ADDRESS_NOT_ALLOWED, "BAD_KEY"],
]);

describe("the scripts of renting", () => {
  it("no service has two scripts of renting", () => {
    expect(new Set(sandboxRentScripts.map(({ service }) => service)).size).toBe(sandboxRentScripts.length);
  });

  it.each(sandboxRentScripts.map((script) => [script.service, script.about, script] as const))(
    "renting %s plays its script: %s",
    async (service, _about, script) => {
      const key = await givenKey();
      if (script.refusal) {
        expect(await rent(key, service)).toBe(wordOf.get(script.refusal.error));
        for (const [path, body] of [
          ["/rent", { ...WISH, service_external_id: service }],
          ["/v1/rentals", { service, country: 6, hours: 4 }],
        ] as const) {
          const refused = await json(key, "POST", path, body);
          expect([refused.status, refused.body.error.code]).toEqual([
            script.refusal.error.status,
            script.refusal.error.code,
          ]);
        }
        expect(await bots(key, "getBalance")).toBe("ACCESS_BALANCE:1000.00");
        return;
      }
      expect(await rent(key, service)).toEqual(DONE);
      expect(await bots(key, "getBalance")).toBe("ACCESS_BALANCE:996.00");
      // The sandbox's clock runs on: what comes after seconds may have come already.
      if ((script.arrivals[0]?.afterSeconds ?? PATIENT_SECONDS) >= PATIENT_SECONDS)
        expect(await bots(key, "getRentStatus", { id: FIRST })).toBe(refusal("STATUS_WAIT_CODE"));
      let passed = 0;
      for (const arrival of script.arrivals) {
        if (arrival.afterSeconds > passed) await advance(key, arrival.afterSeconds - passed);
        passed = arrival.afterSeconds;
        const { messages, calls } = (await json(key, "GET", `/rentals/${FIRST}`)).body;
        if (arrival.kind === "call") expect(calls[0]).toMatchObject({ caller: arrival.from });
        else expect(messages.map(({ text }: { text: string }) => text)).toContain(arrival.text);
      }
      const messages = script.arrivals.filter(({ kind }) => kind === "sms");
      const status = await bots(key, "getRentStatus", { id: FIRST });
      if (messages.length === 0) expect(status).toBe(refusal("STATUS_WAIT_CODE"));
      else expect(JSON.parse(status)).toMatchObject({ status: "success", quantity: String(messages.length) });
      const cancelled = await bots(key, "setRentStatus", { id: FIRST, status: 2 });
      if (script.arrivals.length > 0) {
        expect(cancelled).toBe(refusal("CANT_CANCEL"));
        await advance(key, 4 * 3_600);
        expect(await bots(key, "getRentStatus", { id: FIRST })).toBe(refusal("STATUS_FINISH"));
        expect(await bots(key, "getBalance")).toBe("ACCESS_BALANCE:996.00");
      } else {
        expect(cancelled).toBe(OK);
        expect(await bots(key, "getBalance")).toBe("ACCESS_BALANCE:1000.00");
      }
    },
  );
});

describe("a rental of the sandbox", () => {
  it("is listed, shows its SMS newest first, and ends when its owner says so", async () => {
    const key = await givenKey();
    expect(await bots(key, "getRentList")).toBe(refusal("NO_NUMBERS"));
    await rent(key, "wa");
    await rent(key, "vi");
    expect(await bots(key, "getRentList")).toBe(
      `{"status":"success","values":{"0":{"id":"${FIRST + 1}","phone":"62950000002"},"1":{"id":"${FIRST}","phone":"${NUMBER}"}}}`,
    );
    await advance(key, 30);
    const { values } = JSON.parse(await bots(key, "getRentStatus", { id: FIRST }));
    expect(values["0"]).toMatchObject({ phoneFrom: "Sandbox", text: "Your code is 333-444", service: "wa" });
    expect(
      Object.keys(JSON.parse(await bots(key, "getRentStatus", { id: FIRST, size: 1, page: 2 })).values),
    ).toEqual(["0"]);
    expect(await bots(key, "setRentStatus", { id: FIRST, status: 1 })).toBe(OK);
    expect(await bots(key, "setRentStatus", { id: FIRST, status: 1 })).toBe(refusal("ALREADY_FINISH"));
    expect(await bots(key, "setRentStatus", { id: FIRST + 1, status: 2 })).toBe(OK);
    expect(await bots(key, "setRentStatus", { id: FIRST + 1, status: 2 })).toBe(refusal("ALREADY_CANCEL"));
    expect(await bots(key, "getRentStatus", { id: FIRST + 1 })).toBe(refusal("STATUS_CANCEL"));
    for (const status of [7, "constructor"])
      expect(await bots(key, "setRentStatus", { id: FIRST, status })).toBe(refusal("INCORECT_STATUS"));
    expect(await bots(key, "setRentStatus", { id: "x", status: 1 })).toBe(refusal("NO_ID_RENT"));
    expect(await bots(key, "getRentStatus", { id: 500_000_001 })).toBe(refusal("INVALID_PHONE"));
  });

  it("cannot be cancelled after 20 minutes, although nothing came", async () => {
    const key = await givenKey();
    await rent(key, "vi");
    await advance(key, 1_190);
    const before = (await json(key, "GET", `/rentals/${FIRST}`)).body;
    expect(before.money).toBe("held");
    expect(before.cancellableForSeconds).toBeGreaterThan(0);
    expect(before.cancellableForSeconds).toBeLessThanOrEqual(10);
    await moveClock(owner, "10 seconds");
    expect(await bots(key, "setRentStatus", { id: FIRST, status: 2 })).toBe(refusal("CANT_CANCEL"));
    expect((await json(key, "GET", `/rentals/${FIRST}`)).body).toMatchObject({
      cancellableForSeconds: null,
      money: "captured",
    });
  });

  it("is extended with its price asked for before and its history after, once per orderId", async () => {
    const key = await givenKey();
    await rent(key, "tg");
    expect(await bots(key, "continueRentInfo", { id: FIRST, hours: 12 })).toBe(
      '{"status":"success","price":12,"currency":643,"hours":12}',
    );
    expect(await bots(key, "getContinueRentPriceNumber", { id: FIRST, rent_time: 12 })).toBe(
      '{"status":"success","price":12,"currency":643}',
    );
    for (let time = 0; time < 2; time += 1)
      expect(await bots(key, "continueRentNumber", { id: FIRST, rent_time: 12, orderId: "more" })).toEqual(
        DONE,
      );
    expect(await bots(key, "continueRentNumber", { id: FIRST, rent_time: 24, orderId: "more" })).toBe(
      refusal("ORDER_ALREADY_EXISTS"),
    );
    expect(await bots(key, "getBalance")).toBe("ACCESS_BALANCE:984.00");
    expect(await bots(key, "continueRentInfo", { id: FIRST, hours: 4, needHistory: 1 })).toMatch(
      /"history":\{"0":\{"createDate":"[^"]+","price":12,"hours":12\}\}\}$/,
    );
    // What was extended is paid and cannot come back.
    expect(await bots(key, "setRentStatus", { id: FIRST, status: 2 })).toBe(refusal("CANT_CANCEL"));
    expect(await bots(key, "continueRentNumber", { id: FIRST, rent_time: 672 })).toBe(
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":656}}',
    );
    expect(await bots(key, "continueRentNumber", { id: FIRST, rent_time: 3 })).toBe(refusal("INVALID_TIME"));
    await advance(key, 16 * 3_600);
    expect(await bots(key, "continueRentNumber", { id: FIRST, rent_time: 4 })).toBe(refusal("RENT_DIE"));
  });

  it("keeps to its purse and to what its key may", async () => {
    const key = await givenKey();
    expect(await rent(key, "vi", { rent_time: 600 })).toContain("success");
    expect(await rent(key, "vi", { rent_time: 401 })).toBe(refusal("NO_BALANCE"));
    expect(await bots(key, "continueRentNumber", { id: FIRST, rent_time: 72 })).toContain("success");
    expect(await rent(key, "vi", { rent_time: 328 })).toContain("success");
    expect(await bots(key, "getBalance")).toBe("ACCESS_BALANCE:0.00");
    expect(await bots(key, "getNumber", { service: "tg", country: 6 })).toBe("NO_BALANCE");
    expect(await rent(await givenKey({ scopes: ["read", "buy"] }))).toBe("NOT_AVAILABLE");
    expect(await rent(await givenKey({ countryIds: [8] }))).toBe(refusal("BAD_SERVICE"));
    expect(await rent(await givenKey({ dailyLimitKopecks: 399 }))).toBe(refusal("NO_BALANCE"));
    expect(await bots(await givenKey(), "getRentServicesAndCountries", { country: 6 })).toBe(
      refusal("OUT_OF_STOCK"),
    );
  });

  it("keeps so many rentals and no more", async () => {
    const key = await givenKey();
    for (let place = 0; place < sandboxRentLimits.rentalsKept; place += 1) await rent(key, "vi");
    expect(await rent(key, "vi")).toBe(refusal("CHANNELS_LIMIT"));
    await bots(key, "setRentStatus", { id: FIRST, status: 1 });
    expect(await rent(key, "vi")).toContain(String(FIRST + sandboxRentLimits.rentalsKept));
    expect(await bots(key, "getRentStatus", { id: FIRST })).toBe(refusal("INVALID_PHONE"));
    expect(await bots(key, "getBalance")).toBe(
      `ACCESS_BALANCE:${1_000 - 4 * (sandboxRentLimits.rentalsKept + 1)}.00`,
    );
  });

  it("goes through the JSON API alike", async () => {
    const key = await givenKey();
    const rented = await json(key, "POST", "/rent", WISH, "the-same-key");
    expect(rented.body).toMatchObject({
      id: FIRST,
      state: "active",
      money: "held",
      hours: 4,
      priceKopecks: 400,
    });
    const again = await json(key, "POST", "/rent", WISH, "the-same-key");
    expect([again.headers.get("idempotency-replayed"), again.body.id]).toEqual(["true", FIRST]);
    expect((await json(key, "POST", "/rent", { ...WISH, amount: 5 }, "the-same-key")).status).toBe(422);
    expect((await json(key, "GET", "/balance")).body).toMatchObject({
      availableKopecks: 99_600,
      heldKopecks: 400,
    });
    await advance(key, 2);
    expect((await json(key, "GET", "/rentals?tab=received")).body).toMatchObject({
      rentals: [{ id: FIRST, messagesCount: 1 }],
      counts: { active: 0, received: 1, canceled: 0 },
    });
    expect((await json(key, "GET", `/rentals/${FIRST}/extension-price?hours=8`)).body).toMatchObject({
      priceKopecks: 800,
    });
    expect((await json(key, "POST", `/rentals/${FIRST}/extend`, { amount: 8 })).body).toMatchObject({
      hours: 12,
      extensions: [{ hours: 8, priceKopecks: 800 }],
    });
    expect((await json(key, "POST", `/rentals/${FIRST}/cancel`, {})).body.error.code).toBe("CANNOT_CANCEL");
    expect((await json(key, "GET", "/rentals/500000001")).status).toBe(404);
  });

  it("goes through REST v1 alike", async () => {
    const key = await givenKey();
    const rented = await json(key, "POST", "/v1/rentals", { service: "wa", country: 6, hours: 4 });
    expect(rented.body).toMatchObject({ id: FIRST, state: "active", priceKopecks: 400 });
    await advance(key, 30);
    const list = async (path: string) => (await json(key, "GET", `/v1/rentals${path}`)).body;
    expect(await list(`/${FIRST}/messages?limit=1`)).toMatchObject({ data: [{ code: "333-444" }] });
    expect((await list("")).data).toHaveLength(1);
    expect(await list(`/${FIRST}/extensions/price?hours=6`)).toMatchObject({ priceKopecks: 600 });
    expect((await json(key, "POST", `/v1/rentals/${FIRST}/extensions`, { hours: 6 })).body).toMatchObject({
      hours: 10,
    });
    expect((await json(key, "POST", `/v1/rentals/${FIRST}/finish`)).body).toMatchObject({ state: "expired" });
  });

  it("takes no url that is no webhook of the account, and rents nothing", async () => {
    const key = await givenKey();
    expect(await rent(key, "tg", { url: "https://example.com/sms" })).toBe(refusal("BAD_DATA"));
    expect(await bots(key, "getRentList")).toBe(refusal("NO_NUMBERS"));
  });

  it("is its key's alone, and gone with a reset", async () => {
    const [mine, other] = [await givenKey(), await givenKey()];
    await rent(mine);
    expect(await bots(other, "getRentStatus", { id: FIRST })).toBe(refusal("INVALID_PHONE"));
    await bots(mine, "sandboxReset");
    expect(await bots(mine, "getRentList")).toBe(refusal("NO_NUMBERS"));
    expect(await rent(mine)).toEqual(DONE);
  });
});

afterAll(() => {
  // Every word of the family is heard in the sandbox.
  expect(rentWords.filter((word) => !said.has(word))).toEqual([]);
});
