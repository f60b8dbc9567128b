import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import {
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import {
  type PartnerOrder,
  PartnerOrderPage,
} from "#features/partners/activations-history/activations-history.contract.ts";
import { recordEarned } from "#features/partners/earnings/earnings.jobs.ts";
import { PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { countSupplied } from "#features/statistics/supplied/supplied.writes.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { secondsFrom } from "#lib/testing/seconds-from.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
const [INDONESIA, KENYA] = [6, 8];

let buyer: UserId;
let partner: string;
let otherPartner: string;
let stranger: string;

async function sessionOf(userId: UserId): Promise<string> {
  return (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
}

async function givenPartnerOffer(countryId: number): Promise<{ offer: Offer; token: string }> {
  const userId = await givenCustomer(db, 0);
  const supplierId = await givenPartner(db, userId);
  await execute(
    owner,
    sql`update supply_suppliers set enabled = true, last_success_at = app_now() where id = ${supplierId}`,
  );
  const offer = await givenOffer(db, { supplierId, countryId, operator: "telkomsel", count: 20 });
  return { offer, token: await sessionOf(userId) };
}

/** What has become of the partner's first five numbers: the first one has a code, the second was cancelled. */
let placed: { id: number; number: string }[] = [];

let keys = 0;
const buy = (countryId: number) =>
  buyActivation(db, purchase({ userId: buyer, countryId, idempotencyKey: `history-${++keys}` }));

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenCustomer(db, 1_000_000);
  stranger = await sessionOf(buyer);
  const { offer, token } = await givenPartnerOffer(INDONESIA);
  partner = token;
  otherPartner = (await givenPartnerOffer(KENYA)).token;
  placed = [];
  for (let at = 0; at < 5; at += 1) placed.push(await buy(INDONESIA));
  await buy(KENYA);
  await moveClock(owner, "20 seconds");
  const sms = {
    supplierId: offer.supplierId,
    phone: Number(placed[0]?.number),
    smsId: 1n,
    sender: "Telegram",
  };
  await receiveSms(db, { ...sms, text: "secret code 12345" }, deliverSms);
  await cancelActivation(db, buyer, placed[1]?.id ?? 0);
});

afterAll(async () => {
  await moveClock(owner, "2 hours");
  for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
  await moveClock(owner, "30 hours");
  await forgetOldMessages(db, 10_000);
  await forgetOldSms(db, 10_000);
});

function call(path: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${env.PUBLIC_URL}/api/cabinet${path}`, {
    headers: { cookie: `authToken=${token}`, "sec-fetch-site": "same-origin", ...headers },
  });
  return app.fetch(request, { requestId: "test", ip: "192.0.2.1" }) as Promise<Response>;
}
const listOf = async (query = "", token = partner): Promise<PartnerOrder[]> =>
  PartnerOrderPage.parse(await (await call(`/activations${query}`, token)).json()).orders;
const figuresOf = async (query = "", token = partner) =>
  PartnerFigures.parse(await (await call(`/statistics${query}`, token)).json());

describe("a partner's activations", () => {
  test("are the orders on the partner's own numbers, each with number, service, status, date and earnings", async () => {
    const orders = await listOf();
    expect(orders).toHaveLength(5);
    expect(orders.map(({ status }) => status)).toEqual([
      "waiting",
      "waiting",
      "waiting",
      "cancelled",
      "activation",
    ]);
    expect(orders.map(({ number }) => number)).toEqual(placed.map(({ number }) => number).toReversed());
    const { madeAt } = await one<{ madeAt: Date }>(
      db,
      sql`select requested_at as "madeAt" from activations where id = ${placed[0]?.id ?? 0}`,
    );
    expect(orders.at(-1)).toMatchObject({
      kind: "activation",
      at: madeAt.toISOString(),
      service: { code: "tg", name: "Telegram" },
      country: { id: INDONESIA, name: "Indonesia" },
      operator: "telkomsel",
      reason: null,
      sms: 1,
      waitSeconds: secondsFrom(20),
      earnedKopecks: 1_000,
    });
    expect(orders.at(-2)).toMatchObject({ reason: "buyer", earnedKopecks: 0 });
    expect((await listOf("", otherPartner)).map(({ country }) => country.id)).toEqual([KENYA]);
  });

  test("tell neither who bought a number nor what its SMS said, nor who sent it", async () => {
    for (const path of ["/activations", "/activations/export", "/statistics"]) {
      const text = await (await call(path, partner)).text();
      expect(text).not.toMatch(/code 12345|secret|userId|sender|price/i);
    }
  });

  test("come page by page, and by the filters of the address", async () => {
    const all = await listOf();
    const walked: PartnerOrder[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await call(`/activations?limit=2${cursor && `&cursor=${cursor}`}`, partner);
      const page = PartnerOrderPage.parse(await answer.json());
      walked.push(...page.orders);
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(all);
    expect(await listOf("?status=cancelled")).toEqual(all.filter(({ status }) => status === "cancelled"));
    expect(await listOf("?service=tg&country=6")).toEqual(all);
    expect(await listOf("?service=nosuch")).toEqual([]);
    expect(await listOf("?country=8")).toEqual([]);
    expect(await listOf("?kind=rental")).toEqual([]);
    expect(await listOf(`?number=${all[2]?.number}`)).toEqual([all[2]]);
    expect(await listOf("?to=2020-01-31")).toEqual([]);
  });

  test("have a file with the same rows as the list, whatever is filtered", async () => {
    for (const query of ["", "?status=waiting", "?status=completed"]) {
      const answer = await call(`/activations/export${query}`, partner);
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="activations.csv"');
      const [head, ...lines] = (await answer.text()).trim().split("\r\n");
      expect(head).toBe(
        "Order,Date (UTC),Kind,Number,Service,Country,Operator,Status,Why cancelled,SMS,Time to the first SMS (s),Earned (RUB)",
      );
      const cells = lines.map((line) => line.split(","));
      expect(cells.map(([id, , , number]) => [Number(id), number])).toEqual(
        (await listOf(query)).map(({ id, number }) => [id, number]),
      );
    }
  });

  test("are refused with days in the wrong order, in list and file", async () => {
    for (const path of ["/activations", "/activations/export"]) {
      const answer = await call(`${path}?from=2026-03-02&to=2026-03-01`, partner);
      expect([answer.status, (await answer.json()).error.code]).toEqual([400, "PERIOD_REVERSED"]);
    }
  });

  test("are not there for anybody who is no partner, nor for another site", async () => {
    for (const path of ["/activations", "/activations/export", "/statistics"]) {
      expect((await call(path, stranger)).status).toBe(404);
    }
    const foreign = await call("/activations/export", partner, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
  });
});

describe("a partner's figures", () => {
  test("are the sums of the list's rows, before and after they are counted", async () => {
    const told = async () => {
      const orders = await listOf();
      return {
        requests: orders.length,
        waiting: orders.filter(({ status }) => status === "waiting").length,
        codes: orders.filter(({ waitSeconds }) => waitSeconds !== null).length,
        sms: orders.reduce((sum, { sms }) => sum + sms, 0),
        cancelled: orders.filter(({ status }) => status === "cancelled").length,
        earnedKopecks: orders.reduce((sum, { earnedKopecks }) => sum + earnedKopecks, 0),
      };
    };
    expect((await figuresOf()).total).toMatchObject(await told());
    await moveClock(owner, "6 minutes");
    while ((await countSupplied(db, 2)) > 0);
    expect((await figuresOf()).total).toMatchObject(await told());
  });

  test("lose what a refund took back, and stay the sum of the list", async () => {
    while ((await recordEarned(db)) > 0);
    const order = (await listOf("?status=activation"))[0] as PartnerOrder;
    const before = (await figuresOf()).total.earnedKopecks;
    expect(order.earnedKopecks).toBe(1_000);
    const { userId: staffId } = await givenStaff(db, "money-lead");
    await proposeCorrection(
      db,
      { kind: "activation_refund", activationId: order.id, reason: "the code did not work" },
      { staffId, permission: "money-lead", ip: "192.0.2.1" },
      "refund-of-history",
    );
    while ((await recordEarned(db)) > 0);
    expect((await listOf("?status=activation"))[0]?.earnedKopecks).toBe(0);
    for (const by of ["day", "service", "country", "operator"]) {
      const { total, days, groups } = await figuresOf(`?by=${by}`);
      expect(total.earnedKopecks).toBe(before - 1_000);
      for (const part of [days, groups]) {
        expect(part.reduce((sum, { earnedKopecks }) => sum + earnedKopecks, 0)).toBe(before - 1_000);
      }
    }
  });

  test("stand by day, service, country and operator, with every day of the period", async () => {
    const figures = await figuresOf("?days=7&by=operator");
    expect(figures.days).toHaveLength(7);
    expect(figures.groups.map(({ operator, requests }) => [operator, requests])).toEqual([["telkomsel", 5]]);
    expect((await figuresOf("?by=service")).groups.map(({ service }) => service?.name)).toEqual(["Telegram"]);
    expect((await figuresOf("?by=country")).groups.map(({ country }) => country?.name)).toEqual([
      "Indonesia",
    ]);
    expect((await figuresOf("?kind=rental")).total.requests).toBe(0);
    expect((await figuresOf("", otherPartner)).total.requests).toBe(1);
  });

  test("of a period that is too long or reversed are refused", async () => {
    const codeOf = async (query: string) =>
      (await (await call(`/statistics?${query}`, partner)).json()).error.code;
    expect(await codeOf("from=2026-03-02&to=2026-03-01")).toBe("PERIOD_REVERSED");
    expect(await codeOf("from=2024-03-02&to=2026-03-01")).toBe("PERIOD_TOO_LONG");
  });
});

test("an order of a partner is completed once its buyer has the code and ends it, with what it earned", async () => {
  const order = (await listOf("?status=activation"))[0] as PartnerOrder;
  await finishActivation(db, buyer, order.id);
  expect(await listOf("?status=activation")).toEqual([]);
  expect(await listOf("?status=completed")).toEqual([{ ...order, status: "completed" }]);
});
