import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { mountHandlerApi } from "#features/handler-api/handler-api.routes.ts";
import { pollAnswers } from "#features/handler-api/polls/poll-answers.routes.ts";
import { answerPoll } from "#features/handler-api/polls/polls.routes.ts";
import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { FrontDoor } from "#lib/api/front-door/front-door.ts";
import { Health } from "#lib/api/health.ts";
import { type ApiEnv, requestFacts } from "#lib/api/mount.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();

/** The front door as the API's process makes it: the short way before the whole. */
function makeDoor(database: typeof db, onQuick: () => void = () => {}): FrontDoor {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  mountHandlerApi(app, { db: database });
  return new FrontDoor({
    api: {
      fetch: (request, facts) => app.fetch(request, facts),
      answerQuickly: async (query, facts) => {
        const text = await answerPoll(database, query, facts);
        if (text !== null) onQuick();
        return text;
      },
    },
    publicUrl: "http://smsden.test",
    webUrl: "http://127.0.0.1:9",
    mounts: {},
    rules: [],
    trustedProxies: [],
    health: new Health({ process: "api", checks: {} }),
    accessLog: { info: () => {}, flush: () => {} },
  });
}

let quick = 0;
const door = makeDoor(db, () => {
  quick += 1;
});
let address = "";
let buyer: ApiBuyer;
let offer: Offer;

async function ask(query: string, init: RequestInit = {}) {
  const response = await fetch(`${address}${handlerPath}?${query}`, init);
  const headers = Object.fromEntries(response.headers);
  for (const name of ["x-request-id", "date"]) {
    expect(headers[name]).toBeTruthy();
    delete headers[name];
  }
  return { status: response.status, headers, text: await response.text() };
}
const poll = async (who: ApiBuyer, rest: string) => (await ask(`api_key=${who.key}&${rest}`)).text;

async function buy(who: ApiBuyer): Promise<{ id: string; number: string }> {
  const [, id = "", number = ""] = (await poll(who, "action=getNumber&service=tg&country=6")).split(":");
  expect(number).toMatch(/^\d+$/);
  return { id, number };
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 20 });
  buyer = await givenApiBuyer(db, 100_000);
  door.server.listen(0, "127.0.0.1");
  await once(door.server, "listening");
  address = `http://127.0.0.1:${(door.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  pollAnswers(db).stop();
  await door.stop(100);
});

describe("the short way of a poll", () => {
  it("answers the same bytes and headers as the whole of handler_api", async () => {
    const { id } = await buy(buyer);
    const other = await givenApiBuyer(db, 0);
    const queries = [
      `api_key=${buyer.key}&action=getBalance`,
      `api_key=${buyer.key}&action=getStatus&id=${id}`,
      `api_key=${buyer.key}&action=getStatus&id=999999999`,
      `api_key=${other.key}&action=getStatus&id=${id}`,
      `api_key=${"0".repeat(32)}&action=getBalance`,
      `api_key=short&action=getStatus&id=${id}`,
    ];
    for (const query of queries) {
      const short = await ask(query);
      // An empty pair says nothing and is no plain spelling.
      expect(await ask(`${query}&`), query).toEqual(short);
    }
    expect(quick).toBeGreaterThanOrEqual(4);
  });

  it("tells a change that came through this process at once", async () => {
    const own = await givenApiBuyer(db, 10_000);
    for (let turn = 0; turn < 3; turn += 1) {
      const before = Number((await poll(own, "action=getBalance")).split(":")[1]);
      await poll(own, "action=getBalance");
      const { id } = await buy(own);
      expect(Number((await poll(own, "action=getBalance")).split(":")[1])).toBe(before - 14);
      expect(await poll(own, `action=getStatus&id=${id}`)).toBe("STATUS_WAIT_CODE");
      expect(await poll(own, `action=setStatus&status=8&id=${id}`)).toBe("ACCESS_CANCEL");
      expect(await poll(own, `action=getStatus&id=${id}`)).toBe("STATUS_CANCEL");
      expect(Number((await poll(own, "action=getBalance")).split(":")[1])).toBe(before);
    }
  });

  it("remembers what it told, and lets it go with the event of a change that came through another process", async () => {
    const own = await givenApiBuyer(db, 10_000);
    const { id, number } = await buy(own);
    await poll(own, "action=getBalance");
    await eventually(async () => {
      // Following has begun: the second of two questions is not asked of the database.
      await poll(own, `action=getStatus&id=${id}`);
      const asked = vi.spyOn(db, "query");
      await poll(own, `action=getStatus&id=${id}`);
      const names = asked.mock.calls.map(([query]) => (query as { name?: string }).name);
      asked.mockRestore();
      expect(names).not.toContain("activations-status");
    });
    const elsewhere = createDb(url, { applicationName: "another process" });
    const sms = {
      supplierId: offer.supplierId,
      smsId: 1n,
      phone: Number(number),
      sender: "Telegram",
      text: "Code 12345",
    };
    await receiveSms(elsewhere, sms, async (tx, rules, given) => deliverSms(tx, rules, given));
    await elsewhere.close();
    pollAnswers(db).wake();
    await eventually(async () =>
      expect(await poll(own, `action=getStatus&id=${id}`)).toBe("STATUS_OK:12345"),
    );
  });

  it("answers a suspended user as the whole does", async () => {
    const own = await givenApiBuyer(db, 10_000);
    expect(await poll(own, "action=getBalance")).toBe("ACCESS_BALANCE:100.00");
    await withTransaction(db, (tx) => suspendUser(tx, own.userId, true));
    forgetApiKeys(own.userId);
    expect(await poll(own, "action=getBalance")).toBe("BAD_KEY");
  });

  it("does nothing for HEAD and leaves POST to the whole", async () => {
    const before = quick;
    const query = `api_key=${buyer.key}&action=getBalance`;
    expect((await ask(query, { method: "HEAD" })).text).toBe("");
    expect((await ask(query, { method: "POST" })).text).toMatch(/^ACCESS_BALANCE:/);
    expect(quick).toBe(before);
  });

  it("says ERROR_SQL with status 200 while the database is away", async () => {
    const closed = createDb(url, { applicationName: "closed" });
    await closed.close();
    const broken = makeDoor(closed);
    broken.server.listen(0, "127.0.0.1");
    await once(broken.server, "listening");
    const { port } = broken.server.address() as AddressInfo;
    const response = await fetch(
      `http://127.0.0.1:${port}${handlerPath}?api_key=${buyer.key}&action=getBalance`,
    );
    expect([response.status, await response.text()]).toEqual([200, "ERROR_SQL"]);
    await broken.stop(100);
  });
});
