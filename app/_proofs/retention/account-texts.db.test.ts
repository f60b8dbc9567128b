import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { absentHere, deskWalk, silentAt } from "#app/_proofs/retention/desk-walk.ts";
import { findTraces } from "#app/_proofs/retention/traces.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { givenTelegram } from "#features/notifications/telegram/telegram-stand-in.factory.ts";
import { createWebhook } from "#features/notifications/webhooks/webhooks.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { accountTerms } from "#features/ready-accounts/ready-accounts.factory.ts";
import { givenStore, provenance } from "#features/stores/stores.factory.ts";
import { registerSupplier } from "#features/supply/suppliers.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { createCatcher } from "#lib/mail/mailbox/server.ts";
import { MailStore } from "#lib/mail/mailbox/store.ts";
import { BOT_TOKEN } from "#lib/testing/bot-api.ts";
import { givenServer } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

/** What accounts say is followed from the upload on, through every door and with the real processes: it is its buyer's alone. */
const { db, owner, url } = await useTestDb();
const PASSWORD = "correct horse battery";
const UNITS = "public.ready_accounts_units.sealed_text";
const ARCHIVE = "public.identity_archive_pieces.sealed";

const line = (name: string) => `Zq${name}login:Zq${name}secret`;
const wordsOf = (one: string) => one.split(":");
const house = ["houseone", "housetwo", "housethree", "housefour", "housefive"].map(line);
const store = ["storeone", "storetwo", "storethree", "storefour"].map(line);
/** Of lists that are refused, and another secret of an account that is known. */
const refused = ["Zqspoiltlogin", "Zqspoiltsecret", "Zqshort", "Zqothersecret"];
const all = [...house, ...store].flatMap(wordsOf).concat(refused);

const telegram = await givenTelegram();
const hook = await givenServer((request, response) => void response.writeHead(200).end(request.raw));
const folder = mkdtempSync(path.join(tmpdir(), "account-texts-"));
const mails = new MailStore(path.join(folder, "mails.jsonl"));
const catcher = createCatcher(mails);

let settings: Record<string, string>;
let origin = "";
const running = new Map<string, SpawnedProcess>();
const printed: string[] = [];

async function start(name: "api" | "worker" | "telegram"): Promise<void> {
  running.set(name, await spawnProcess(name, settings));
}

async function end(name: string, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  await running.get(name)?.stop(signal);
  printed.push(running.get(name)?.printed() ?? "");
  running.delete(name);
}

/** Somebody with an account, what shows who it is, and whatever the product has answered. */
type Person = {
  readonly userId: UserId;
  readonly headers: Readonly<Record<string, string>>;
  readonly answers: string[];
};
let staff: Person;
let seller: Person;
let visitor: Person;
let program: Person;
let player: Person;
const guest: Person = { userId: 0 as UserId, headers: {}, answers: [] };

async function call(who: Person, method: string, address: string, body?: object, key: string = randomUUID()) {
  const answer = await fetch(`${origin}/api${address}`, {
    method,
    headers: {
      ...who.headers,
      ...(method === "GET" ? {} : { "idempotency-key": key }),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  who.answers.push(text);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  const read = (): any => (answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text);
  return { status: answer.status, body: read() };
}

/** The same, which must be carried out. */
async function done(...given: Parameters<typeof call>) {
  const { status, body } = await call(...given);
  expect(status, `${given[1]} ${given[2]}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

const walkDesk = deskWalk("bank", (address) => call(staff, "GET", address));

const onSite = (cookie: string) => ({
  cookie: `authToken=${cookie}`,
  origin,
  "sec-fetch-site": "same-origin",
});

async function givenPerson(balanceKopecks = 0): Promise<Person> {
  const { userId } = await givenApiBuyer(owner, balanceKopecks);
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  return { userId, headers: onSite(token), answers: [] };
}

async function givenProgram(kind: "live" | "sandbox"): Promise<Person> {
  const { userId } = await givenApiBuyer(owner, 100_000);
  const limits = { dailyLimitKopecks: null, priceCapKopecks: null, serviceIds: null, countryIds: null };
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, userId, kind, {
      ...{ name: "bot", scopes: ["read", "accounts"], networks: null, expiresAt: null, ...limits },
    }),
  );
  return { userId, headers: { authorization: `Bearer ${key}` }, answers: [] };
}

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  const smtp = catcher.listen(0, "127.0.0.1");
  await new Promise((resolve) => smtp.once("listening", resolve));
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  settings = {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    LICENCES: "1",
    LOG_LEVEL: "debug",
    PORT: String(port),
    PUBLIC_URL: origin,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_PORT: "0",
    WEBHOOKS_MAY_BE_PRIVATE: "1",
    WEB_URL: "http://127.0.0.1:9",
    WORKER_PORT: String(await findFreePort()),
  };
  await Promise.all((["api", "worker", "telegram"] as const).map(start));
  const lead = await givenStaff(owner, "money-lead");
  staff = { userId: lead.userId, headers: onSite(lead.cookie), answers: [] };
  [seller, visitor] = [await givenPerson(), await givenPerson(100_000)];
  await givenStore(owner, seller.userId);
  await execute(
    owner,
    sql`update identity_users set password_hash = ${await hashPassword(PASSWORD)} where id = ${visitor.userId}`,
  );
  await withTransaction(owner, (tx) =>
    registerSupplier(tx, { code: "bank", name: "Bank", kind: "own", key: randomUUID() }),
  );
  [program, player] = [await givenProgram("live"), await givenProgram("sandbox")];
}, 120_000);

afterAll(async () => {
  await Promise.all([...running.keys()].map((name) => end(name, "SIGKILL")));
  catcher.close();
  rmSync(folder, { recursive: true });
});

/** Where each word stands in the database, but for those that stand where they should. */
async function strayed(rightPlaces: (word: string) => readonly string[]): Promise<string[]> {
  const traces = await findTraces(owner, all);
  return [...traces].flatMap(([word, places]) => {
    const right = rightPlaces(word);
    const missing = right.filter((place) => !places.has(place)).map((place) => `${word} not in ${place}`);
    return [
      ...missing,
      ...[...places].filter((place) => !right.includes(place)).map((at) => `${word} ${at}`),
    ];
  });
}

/** The words of accounts that somebody has got, and of those that nobody has any more. */
const got = new Map<Person, Set<string>>();
const gone = new Set(refused);
const have = (who: Person, lines: readonly string[]) =>
  got.set(who, new Set([...(got.get(who) ?? []), ...lines.flatMap(wordsOf)]));
const inUnits = (word: string) => (gone.has(word) ? [] : [UNITS]);
const others = () => [staff, seller, guest, player];

describe.sequential("what accounts say", { timeout: 120_000 }, () => {
  let houseOffer = 0;
  let storeOffer = 0;
  let order = 0;
  let storeOrder = 0;

  test("comes in at the desk and in a store, and a refusal of an upload repeats none of it", async () => {
    const reason = "new stock";
    const terms = accountTerms();
    houseOffer = (await done(staff, "POST", "/desk/ready-accounts/offers", { ...terms, reason })).id;
    const offer = `/desk/ready-accounts/offers/${houseOffer}`;
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const stock = { text: house.join("\n"), reason };
      expect(await done(staff, "POST", `${offer}/stock`, stock, key)).toMatchObject({ addedCount: 5 });
    }
    for (const text of ["Zqspoiltlogin:Zqspoiltsecret\nZqshort", "Zqhouseonelogin:Zqothersecret"]) {
      const wrong = await call(staff, "POST", `${offer}/stock`, { text, reason });
      expect(wrong.body.error.code).toBe("STOCK_LINES_WRONG");
    }
    await done(staff, "POST", `${offer}/step`, { step: "put_on_sale", reason });

    const own = { ...terms, name: "Of a store", provenance };
    storeOffer = (await done(seller, "POST", "/store/offers", own)).id;
    const shelf = `/store/offers/${storeOffer}`;
    await done(seller, "POST", `${shelf}/stock`, { text: store.join("\n") });
    // Known already, from another seller.
    const wrong = await call(seller, "POST", `${shelf}/stock`, { text: "Zqhouseonelogin:Zqothersecret" });
    expect(wrong.body.error.code).toBe("STOCK_LINES_WRONG");
    await done(seller, "POST", `${shelf}/step`, { step: "put_on_sale" });
    for (const address of [
      `/ready-accounts/offer-info/${houseOffer}`,
      "/ready-accounts/offers-list?service=tg",
    ])
      await done(guest, "GET", address);
    expect(await strayed(inUnits)).toEqual([]);
  });

  test("is sold on the site, by the interface for programs and to an assistant, and is told to nobody else on the way", async () => {
    await withTransaction(db, (tx) =>
      createWebhook(tx, visitor.userId, {
        ...{ name: "hook", url: new URL(hook.url) },
        events: ["accounts.delivered", "accounts.claim_decided"],
      }),
    );
    const chat = telegram.person(9_001);
    await chat.command("/start");
    const offered = () => /\/bot-link\/([\w-]+)/.exec(JSON.stringify(chat.heard()))?.[1] ?? "";
    await expect.poll(offered, { timeout: 60_000 }).not.toBe("");
    await done(visitor, "POST", "/telegram-links", { token: offered() });

    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const bought = await done(
        visitor,
        "POST",
        "/ready-accounts/buy-offer",
        { id: houseOffer, count: 2 },
        key,
      );
      expect(house).toEqual(expect.arrayContaining(bought));
      have(visitor, bought);
    }
    [{ id: order }] = (await done(visitor, "GET", "/ready-accounts/orders")).orders;
    expect(await done(visitor, "GET", `/ready-accounts/orders/${order}/file`)).toContain("secret");

    for (let time = 0; time < 2; time += 1) {
      const wish = { offerId: storeOffer, count: 2 };
      const { id, accounts } = await done(program, "POST", "/v1/ready-accounts/orders", wish, key);
      storeOrder = id;
      have(
        program,
        accounts.map(({ text }: { text: string }) => text),
      );
    }
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { ...program.headers } };
    await client.connect(new StreamableHTTPClientTransport(new URL(origin + assistantPath), { requestInit }));
    const wish = { offerId: houseOffer, count: 1, maxPriceKopecks: 1_000, idempotencyKey: randomUUID() };
    for (let time = 0; time < 2; time += 1) {
      const answer = JSON.stringify(await client.callTool({ name: "buy_accounts", arguments: wish }));
      program.answers.push(answer);
      have(
        program,
        house.filter((one) => answer.includes(one)),
      );
    }
    await client.close();
    expect([got.get(visitor)?.size, got.get(program)?.size]).toEqual([4, 6]);

    const [played] = (await done(player, "GET", "/v1/ready-accounts/offers?service=tg")).data;
    const pretended = await done(player, "POST", "/v1/ready-accounts/orders", {
      offerId: played.id,
      count: 1,
    });
    expect(pretended.accounts[0].text).toMatch(/^sandbox-/);
    await expect
      .poll(() => JSON.stringify(chat.heard()), { timeout: 60_000 })
      .toContain("have been delivered");
    expect(await strayed(inUnits)).toEqual([]);
  });

  test("is claimed, replaced, objected to and decided on, and neither the store nor the staff are told it", async () => {
    const text = "it is closed";
    const place = { place: 1, text };
    await done(visitor, "POST", `/ready-accounts/orders/${order}/claims`, place);
    await done(program, "POST", `/v1/ready-accounts/orders/${storeOrder}/claims`, place);
    const [objected] = (await done(seller, "GET", "/store/claims")).items;
    await done(seller, "POST", `/store/claims/${objected.id}/answer`, {
      decision: "refuse",
      reason: "It works",
    });
    const { items } = await done(staff, "GET", "/desk/ready-accounts/claims");
    expect(items).toHaveLength(2);
    const people = [visitor, program, seller, staff].map(({ userId }) => userId);
    const walk = () => walkDesk(people, [order, storeOrder]);
    await walk();
    for (const { id } of items) {
      const decision = { decision: "accept", reason: "so it is" };
      const decided = await done(staff, "POST", `/desk/ready-accounts/claims/${id}/decide`, decision);
      expect(decided.state).toBe("replaced");
    }
    have(visitor, (await done(visitor, "GET", `/ready-accounts/orders/${order}`)).items);
    const { accounts } = await done(program, "GET", `/v1/ready-accounts/orders/${storeOrder}`);
    have(
      program,
      accounts.map((one: { text: string }) => one.text),
    );
    expect([got.get(visitor)?.size, got.get(program)?.size]).toEqual([6, 8]);

    expect(silentAt(await walk())).toEqual(absentHere);
    for (const address of ["/store/offers", "/store/sales", "/store/claims?only=decided"])
      await call(seller, "GET", address);
    const told = () => hook.requests.map(({ body }) => body.type).sort();
    await expect.poll(told, { timeout: 60_000 }).toEqual(["accounts.claim_decided", "accounts.delivered"]);
    const subjects = () =>
      mails
        .list()
        .map(({ subject }) => subject.replace(/.*: /, ""))
        .join("\n");
    for (const mail of [
      /you have another account.*\n(?:.*\n)*.*you have another account/,
      /waits for your answer/,
      /our team has decided/,
    ])
      await expect.poll(subjects, { timeout: 60_000 }).toMatch(mail);
    expect(await strayed(inUnits)).toEqual([]);
  });

  test("is in no answer to anybody but its buyer, and in nothing that is told by webhook, in a chat or by mail", () => {
    for (const who of others()) for (const word of all) expect(who.answers.join("\n")).not.toContain(word);
    for (const who of [visitor, program])
      for (const word of all)
        expect([word, who.answers.join("\n").includes(word)]).toEqual([
          word,
          got.get(who)?.has(word) ?? false,
        ]);
    const told = JSON.stringify([hook.requests, telegram.said, mails.list()]);
    expect(told).toContain("accounts.delivered");
    for (const word of all) expect(told).not.toContain(word);
  });

  test("is in the archive of its buyer alone, sealed, and in that of no seller", async () => {
    for (const who of [visitor, seller]) {
      await done(who, "POST", "/users/archive");
      const asked = async () => (await done(who, "GET", "/users/archive")).archive;
      await expect.poll(async () => (await asked()).state, { timeout: 60_000 }).toBe("ready");
      const file = JSON.stringify(await done(who, "GET", `/users/archive/${(await asked()).id}/file`));
      const items: string[] =
        who === visitor ? (await done(visitor, "GET", `/ready-accounts/orders/${order}`)).items : [];
      const expected = new Set(items.flatMap(wordsOf));
      for (const word of all) expect([word, file.includes(word)]).toEqual([word, expected.has(word)]);
    }
    const kept = new Set(
      (await done(visitor, "GET", `/ready-accounts/orders/${order}`)).items.flatMap(wordsOf),
    );
    expect(await strayed((word) => (kept.has(word) ? [ARCHIVE, UNITS] : inUnits(word)))).toEqual([]);
  });

  test("is nowhere once it is withdrawn unsold, and once the account of its buyer is closed", async () => {
    await done(seller, "POST", `/store/offers/${storeOffer}/withdraw-stock`, {});
    const sold = new Set([...got.values()].flatMap((words) => [...words]));
    for (const word of store.flatMap(wordsOf)) if (!sold.has(word)) gone.add(word);
    const { leftKopecks } = await done(visitor, "GET", "/users/closing");
    await done(visitor, "POST", "/users/closing", { password: PASSWORD, givenUpKopecks: leftKopecks });
    await end("worker", "SIGTERM");
    await moveClock(owner, "15 days");
    // The sweeps' first round of a worker that starts.
    await start("worker");
    for (const word of got.get(visitor) ?? []) gone.add(word);
    await expect.poll(() => strayed(inUnits), { timeout: 60_000, interval: 500 }).toEqual([]);
    expect(gone.size).toBe(refused.length + 2 + 6);
  });

  test("was never in a line of a log", async () => {
    for (const name of [...running.keys()]) await end(name, "SIGTERM");
    const log = printed.join("\n");
    for (const name of ["worker", "telegram"]) expect(log).toContain(`${name} is at work`);
    expect(log).toContain("/ready-accounts/buy-offer");
    for (const word of all) expect(log).not.toContain(word);
  });
});
