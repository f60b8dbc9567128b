import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { accountWishes, type Input } from "#app/api/idempotency-accounts.factory.ts";
import { communityWishes } from "#app/api/idempotency-community.factory.ts";
import { licenceWishes } from "#app/api/idempotency-licences.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { proposeFactorRemoval } from "#features/back-office/factor-removals/factor-removals.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { createWebhook } from "#features/notifications/webhooks/webhooks.writes.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { createCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { createCouponRoutes } from "#features/payments/coupons/coupons.routes.ts";
import { givenTestGateway } from "#features/payments/gateway/test-gateway.factory.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { createTransferRoutes } from "#features/payments/transfers/transfers.routes.ts";
import { createWithdrawalRoutes } from "#features/payments/withdrawals/withdrawals.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { nowMs } from "#lib/clock.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 40 });
const { gateways } = await givenTestGateway();
const everything = { has: () => true };

/** As the product mounts them, with a provider of this file's; of an endpoint the first one counts. */
const routes = [
  ...createCouponRoutes(everything),
  ...createTransferRoutes(everything),
  ...createPaymentRoutes(gateways),
  ...createWithdrawalRoutes(gateways),
  ...apiRoutes,
];
const api = testApi(db, routes, resolveActor);
const keyed: Endpoint[] = apiRoutes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.keyed);

type Actor = { userId: UserId; token: string };
type Maker = (actor: Actor) => Promise<[Input, Input]>;

let person = { userId: 0 as UserId, token: "" };
let staff = person;
let serial = 0;
/** Whose money the staff move. */
let customer = 0 as UserId;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 400 });
  await givenOffer(db, { countryId: 95, count: 400 });
  await givenRentOffer(db, { count: 200 });
  customer = (await givenApiBuyer(db, 10_000_000)).userId;
  const { userId, cookie } = await givenStaff(db, "money-lead");
  staff = { userId, token: cookie };
});

/** Somebody of this test alone: limits of open orders, transfers and webhooks count for each person. */
async function givenPerson(): Promise<Actor> {
  const { userId } = await givenApiBuyer(db, 10_000_000);
  await givenPartner(db, userId);
  return { userId, token: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

function call(endpoint: Endpoint, { params = {}, body }: Input, key: string | null): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 1));
  return api.call(endpoint.method, `/api${path}`, {
    bearer: endpoint.access === "staff" ? staff.token : person.token,
    headers: key === null ? {} : { "idempotency-key": key },
    ...(endpoint.method === "GET" ? {} : { body: body ?? {} }),
  });
}

const endpointOf = (id: string) => keyed.find((endpoint) => endpoint.id === id)!;
const twoOf = async <T>(make: (nth: 0 | 1) => Promise<T>) => [await make(0), await make(1)] as [T, T];

/** Makes something by another keyed endpoint, under a key of its own, and answers its id. */
async function made(id: string, input: Input): Promise<number> {
  const { status, body } = await call(endpointOf(id), input, randomUUID());
  expect([id, status < 300, body]).toEqual([id, true, expect.anything()]);
  return body.id as number;
}
const order = () =>
  made("restBuyActivation", { body: { service: "tg", country: 6, maxPriceKopecks: 100_000 } });
const rental = () => made("restRent", { body: { service: "tg", country: 6, hours: 4 } });
const webhook = (actor: Actor) =>
  withTransaction(db, async (tx) => {
    const url = new URL("http://127.0.0.1:9/");
    return (await createWebhook(tx, actor.userId, { name: "bot", url, events: ["activation.sms_received"] }))
      .id;
  });
/** A removal that another of the staff has proposed for somebody with a second factor. */
async function factorRemoval(): Promise<number> {
  const { userId: staffId } = await givenStaff(db, "money");
  const proposal = { userId: (await lostFactor()).userId, reason: "a good one" };
  const proposer = { staffId, permission: "money", ip: "" } as const;
  return (await proposeFactorRemoval(db, proposal, proposer, randomUUID())).id;
}
async function lostFactor(): Promise<Actor> {
  const lost = await givenPerson();
  await withTransaction(db, (tx) => seedSecondFactor(tx, lost.userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
  return lost;
}
const byId = (id: number, body?: object): Input => ({ params: { id }, ...(body ? { body } : {}) });
const correction = () =>
  made("deskProposeCorrection", {
    body: { kind: "adjustment_credit", userId: customer, amountKopecks: 100, reason: "a good one" },
  });
/** Two of the partner's numbers, each by itself. */
async function simCards(): Promise<[Input, Input]> {
  serial += 10;
  const numbers = [628_110_000_000 + serial, 628_110_000_001 + serial];
  await call(
    endpointOf("importSimCards"),
    { body: { text: numbers.join("\n"), country: "indonesia" } },
    randomUUID(),
  );
  return twoOf(async (nth) => ({ body: { numbers: [numbers[nth]] } }));
}
const newCode = () => `s-${randomUUID().slice(0, 8)}`;
/** A supplier of own stock; answers its code. */
async function supplier(): Promise<string> {
  const code = newCode();
  await made("deskAddSupplier", { body: { code, name: "Own", kind: "own", reason: "a partner" } });
  return code;
}
const supplierSteps = (reason: string): Promise<[Input, Input]> =>
  twoOf(async () => ({ params: { code: await supplier() }, body: { reason } }));
async function codes(): Promise<[string, string]> {
  const batch = await createCouponBatch(db, {
    method: "alipay",
    locale: "en",
    count: 2,
    amountKopecks: kopecks(25_000),
    priceFen: 2_300,
    expiresAt: new Date(nowMs() + 86_400_000),
    note: "",
    actorId: 9,
    idempotencyKey: randomUUID(),
    ip: "192.0.2.9",
  });
  return [String(batch.codes[0]), String(batch.codes[1])];
}

/** Two inputs of each endpoint that takes a key, both of which could be carried out. */
const wishes: Readonly<Record<string, Maker>> = {
  startPayment: () =>
    twoOf(async (nth) => ({ body: { method: "test-gateway", amountKopecks: 20_000 + nth } })),
  startGuestPayment: () =>
    twoOf(async (nth) => ({
      body: {
        ...{ email: "guest@pays-first.example", method: "test-gateway", amountKopecks: 20_000 + nth },
        ...{ agreePrivacy: true, agreeOffer: true },
      },
    })),
  redeemCoupon: async () => (await codes()).map((code) => ({ body: { code } })) as [Input, Input],
  startTransfer: () => twoOf(async (nth) => ({ body: { amountKopecks: 10_000_000 + nth } })),
  sendPaymentClaim: () => twoOf(async (nth) => byId(100_001 + nth, { transactionId: "f".repeat(64) })),
  withdrawClaim: () => twoOf(async (nth) => ({ params: { id: 100_001, claimId: 5_001 + nth } })),
  requestWithdrawal: async ({ userId }) => {
    const paymentId = await givenTopUp(db, { userId, amountKopecks: 100_000 });
    return twoOf(async (nth) => ({
      body: { source: "top_up", method: "source", amountKopecks: 20_000 + nth, paymentId },
    }));
  },
  getNumber: () =>
    twoOf(async (nth) => ({ params: { countryExternalId: nth ? 6 : 95, serviceExternalId: "tg" } })),
  buyActivation: () =>
    twoOf(async (nth) => ({ params: { countryExternalId: nth ? 6 : 95, serviceExternalId: "tg" } })),
  rentNumber: () =>
    twoOf(async (nth) => ({ body: { service_external_id: "tg", country_external_id: 6, amount: 4 + nth } })),
  extendRental: async () => twoOf(async (nth) => byId(await rental(), { amount: 4 + nth })),
  deskRefundPayment: async () => {
    const paymentId = await givenTopUp(db, { userId: customer, amountKopecks: 100_000 });
    return twoOf(async (nth) => ({
      body: { paymentId, amountKopecks: 20_000 + nth, reason: "asked for it" },
    }));
  },
  deskDecideClaim: () =>
    twoOf(async (nth) => byId(1 + nth, { decision: "reject", reason: "not the payer's" })),
  deskProposeCorrection: () =>
    twoOf(async (nth) => ({
      body: { kind: "adjustment_credit", userId: customer, amountKopecks: 100 + nth, reason: "a good one" },
    })),
  deskCreateCouponBatch: () =>
    twoOf(async (nth) => ({
      body: {
        ...{ method: "alipay", locale: "en", count: 2, amountKopecks: 25_000 + nth, priceFen: 2_300 },
        ...{ expiresAt: new Date(nowMs() + 86_400_000).toISOString(), note: "for the shop" },
      },
    })),
  deskProposeFactorRemoval: () =>
    twoOf(async () => byId((await lostFactor()).userId, { reason: "a good one" })),
  deskCarryOutFactorRemoval: () => twoOf(async () => byId(await factorRemoval(), { reason: "a good one" })),
  deskCarryOutCorrection: () => twoOf(async () => byId(await correction())),
  restBuyActivation: () => twoOf(async (nth) => ({ body: { service: "tg", country: nth ? 6 : 95 } })),
  openSearch: () => twoOf(async (nth) => ({ body: { service: "tg", country: nth ? 6 : 95, seconds: 60 } })),
  restOpenSearch: () =>
    twoOf(async (nth) => ({ body: { service: "tg", country: nth ? 6 : 95, seconds: 60 } })),
  restStopSearch: () =>
    twoOf(async () =>
      byId(await made("restOpenSearch", { body: { service: "tg", country: 6, seconds: 60 } })),
    ),
  replaceActivation: () => twoOf(async (nth) => byId(await order(), { afterSeconds: 60 + nth })),
  restReplaceActivation: () => twoOf(async (nth) => byId(await order(), { afterSeconds: 60 + nth })),
  disownSecurityEvent: async ({ userId }) => {
    const add = sql`insert into identity_security_events (user_id, kind) values (${userId}, 'settingsChanged') returning id`;
    return twoOf(async () => ({ body: { eventId: (await one<{ id: number }>(db, add)).id } }));
  },
  applyAsPartner: () =>
    twoOf(async (nth) => ({
      body: { contact: `@a${nth}`, simCountries: "Latvia", modems: "Ejoin", ports: 16, about: "32 cards" },
    })),
  cabinetStartSelfTest: () => twoOf(async (nth) => ({ body: { numbersMax: 1 + nth } })),
  deskStartSelfTest: async () => {
    const code = await supplier();
    return twoOf(async (nth) => ({ params: { code }, body: { numbersMax: 1 + nth } }));
  },
  replaceCabinetKey: () => twoOf(async (nth) => ({ body: { overlapHours: nth } })),
  holdSimCards: () => simCards(),
  releaseSimCards: () => simCards(),
  importSimCards: () => twoOf(async (nth) => ({ body: { text: `62811000000${nth},indonesia` } })),
  deskDecidePartnerApplication: () =>
    twoOf(async (nth) => byId(1 + nth, { decision: "decline", reason: "too few ports" })),
  deskDecideFine: () => twoOf(async (nth) => byId(1 + nth, { decision: "cancel", reason: "a mistake" })),
  cabinetAppealFine: () => twoOf(async (nth) => byId(1 + nth, { text: "it was not me" })),
  deskAddPartnerApplicationNote: () => twoOf(async (nth) => byId(1 + nth, { text: "looks good" })),
  deskAddSupplier: () =>
    twoOf(async () => ({ body: { code: newCode(), name: "Own", kind: "own", reason: "a partner" } })),
  deskEditSupplier: async () => {
    const code = await supplier();
    return twoOf(async (nth) => ({ params: { code }, body: { name: `Own ${nth}`, reason: "a partner" } }));
  },
  deskPauseSupplier: () => supplierSteps("a breakdown"),
  deskResumeSupplier: () => supplierSteps("mended again"),
  deskEndSupplier: () => supplierSteps("not there any more"),
  deskRotateSupplierKey: async () => {
    const code = await supplier();
    return twoOf(async (nth) => ({ params: { code }, body: { overlapHours: nth, reason: "a leak" } }));
  },
  deskSetSupplierCosts: async () => {
    const code = await supplier();
    return twoOf(async (nth) => ({
      params: { code },
      body: { kind: "sms", text: `indonesia,tg,${5 + nth}`, reason: "agreed" },
    }));
  },
  deskRemoveSupplierCost: async () => {
    const code = await supplier();
    await made("deskSetSupplierCosts", {
      params: { code },
      body: { kind: "sms", text: "indonesia,tg,5\nkenya,tg,5", reason: "agreed" },
    });
    return twoOf(async (nth) => ({
      params: { code },
      body: { kind: "sms", country: nth ? "kenya" : "indonesia", service: "tg", reason: "agreed" },
    }));
  },
  cabinetSetPrices: async ({ userId }) => {
    await givenPartner(db, userId);
    return twoOf(async (nth) => ({
      body: { prices: [{ serviceId: 52, countryId: nth ? 6 : 95, costKopecks: 500 }] },
    }));
  },
  cabinetChangePrices: async ({ userId }) => {
    await givenPartner(db, userId);
    return twoOf(async (nth) => ({ body: { percent: 10 + nth } }));
  },
  restCancelActivation: () => twoOf(async () => byId(await order())),
  restReportActivation: () => twoOf(async () => byId(await order())),
  restFinishActivation: () => twoOf(async () => byId(await order())),
  restRetryActivation: () => twoOf(async () => byId(await order())),
  restRent: () => twoOf(async (nth) => ({ body: { service: "tg", country: 6, hours: 4 + nth } })),
  restCancelRental: () => twoOf(async () => byId(await rental())),
  restFinishRental: () => twoOf(async () => byId(await rental())),
  restExtendRental: () => twoOf(async (nth) => byId(await rental(), { hours: 4 + nth })),
  restCreateWebhook: () =>
    twoOf(async (nth) => ({
      body: { name: `bot ${nth}`, url: "http://127.0.0.1:9/", events: ["activation.sms_received"] },
    })),
  restChangeWebhook: async (actor) =>
    twoOf(async (nth) =>
      byId(await webhook(actor), {
        name: `other ${nth}`,
        url: "http://127.0.0.1:9/",
        events: ["activation.sms_received"],
      }),
    ),
  restDeleteWebhook: async (actor) => twoOf(async () => byId(await webhook(actor))),
  restRotateWebhook: async (actor) => twoOf(async () => byId(await webhook(actor))),
  restTestWebhook: async (actor) => twoOf(async () => byId(await webhook(actor))),
  ...{ ...accountWishes(db), ...licenceWishes(db), ...communityWishes(db, owner) },
  createReferralLink: () => twoOf(async (nth) => ({ body: { name: `channel ${nth}` } })),
  restResendDelivery: () => twoOf(async (nth) => byId(1 + nth)),
};

it("every endpoint that takes a key is driven here by two inputs of `wishes`", () => {
  const known = keyed.map(({ id }) => id as string);
  const made = Object.keys(wishes);
  const missing = known.filter((id) => !made.includes(id));
  const unknown = made.filter((id) => !known.includes(id));
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
});

const told = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? "done"}`;
const isDone = ({ status }: Answer) => status < 300;
/** A fault has no place here, and "come again" only where somebody else's call is being done. */
const refusals = (answers: readonly Answer[]) => answers.filter((answer) => !isDone(answer)).map(told);

describe.each(keyed.map(({ id }) => id))("%s", (id) => {
  const endpoint = endpointOf(id);
  /** These have no row here that they could decide about. */
  const canSucceed = ![
    "sendPaymentClaim",
    "withdrawClaim",
    "deskDecideClaim",
    "restResendDelivery",
    "deskDecideServiceRequests",
    "deskDecidePartnerApplication",
    "deskAddPartnerApplicationNote",
    "deskDecideFine",
    "cabinetAppealFine",
  ].includes(id);

  it("carries out one of two inputs under one key, one after the other", async () => {
    person = await givenPerson();
    const [first, second] = await wishes[id]!(person);
    const key = randomUUID();
    const answers = [await call(endpoint, first, key), await call(endpoint, second, key)];
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const refusal = endpoint.keyed === "once" ? "409 BATCH_EXISTS" : "422 IDEMPOTENCY_MISMATCH";
    if (canSucceed && isDone(answers[0]!)) expect(told(answers[1]!)).toBe(refusal);
  });

  it("carries out one of two inputs under one key, at the same moment", async () => {
    person = await givenPerson();
    const both = await wishes[id]!(person);
    const key = randomUUID();
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((nth) => call(endpoint, both[nth]!, key)));
    for (const refusal of refusals(answers)) expect(refusal).toMatch(/^4\d\d /);
    const doneOf = (nth: number) => answers.some((answer, at) => at % 2 === nth && isDone(answer));
    expect(doneOf(0) && doneOf(1)).toBe(false);
  });
});

describe("one key for every endpoint", () => {
  async function everyWish(): Promise<(readonly [Endpoint, Input])[]> {
    person = await givenPerson();
    const all: (readonly [Endpoint, Input])[] = [];
    for (const { id } of keyed) all.push([endpointOf(id), (await wishes[id]!(person))[0]]);
    return all;
  }

  it("one after the other is a fault nowhere", async () => {
    const key = randomUUID();
    for (const [endpoint, input] of await everyWish()) {
      const answer = await call(endpoint, input, key);
      expect([endpoint.id, told(answer)]).toEqual([endpoint.id, expect.stringMatching(/^[24]\d\d /)]);
    }
  });

  it("at the same moment is a fault nowhere", async () => {
    for (let round = 0; round < 3; round += 1) {
      const key = randomUUID();
      const all = await everyWish();
      const answers = await Promise.all(all.map(([endpoint, input]) => call(endpoint, input, key)));
      for (const refusal of refusals(answers)) expect(refusal).toMatch(/^4\d\d /);
    }
  });
});

describe("without a key", () => {
  const needed = keyed.filter((endpoint) => endpoint.keyed !== "optional");

  it.each(needed.map(({ id }) => id))(
    "%s is refused by the gate, and says which header is missing",
    async (id) => {
      const endpoint = endpointOf(id);
      person = await givenPerson();
      const answer = await call(endpoint, (await wishes[id]!(person))[0], null);
      const isRest = endpoint.dialect === "v1";
      expect(told(answer)).toBe(isRest ? "400 IDEMPOTENCY_KEY_MISSING" : "400 VALIDATION");
      const problems = [{ path: "Idempotency-Key", problem: "this header is required" }];
      if (!isRest) expect(answer.body.error.details).toEqual({ problems });
    },
  );
});
