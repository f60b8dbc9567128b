import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { newsOf } from "#features/notifications/webhooks/fan-out/fan-out.rules.ts";
import { newWebhookSecret, signedHeaders } from "#features/notifications/webhooks/signing.rules.ts";
import {
  chooseNext,
  deliveryEvents,
  deliveryStates,
  formerNames,
  fullOnes,
  nextState,
  pauseAfter,
  pausesSeconds,
  webhookEvents,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import { now } from "#lib/clock.ts";
import { ForbiddenAddress } from "#lib/net/guarded-agent.ts";
import { checkReceiver } from "#lib/net/receiver-address.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

describe("pauses", () => {
  test("every pause is longer than the one before, and the last attempt is three days after the first", () => {
    for (const [index, pause] of pausesSeconds.entries()) {
      expect(pause).toBeGreaterThan(pausesSeconds[index - 1] ?? 0);
      expect(pauseAfter(index + 1)).toBe(pause);
    }
    expect(pausesSeconds.length + 1).toBe(12);
    expect(pausesSeconds.reduce((sum, pause) => sum + pause, 0)).toBe(72 * 3_600);
    expect(pauseAfter(pausesSeconds.length + 1)).toBeNull();
  });
});

test("every event is called by what its body has the id of, and spelled in one way", () => {
  const nouns = ["activation", "search", "rental", "accounts", "balance", "payment"];
  expect(webhookEvents.filter((name) => !nouns.includes(name.split(".")[0] ?? ""))).toEqual([]);
  expect(
    webhookEvents.filter((name) => !/^[a-z]+\.[a-z_]+$/.test(name) || name.includes("canceled")),
  ).toEqual([]);
  expect(webhookEvents.filter((name) => Object.hasOwn(formerNames, name))).toEqual([]);
});

describe("room", () => {
  const due = (count: number, host: string, userId: number) =>
    Array.from({ length: count }, (_, index) => ({ id: userId * 1_000 + index, host, userId }));

  test("a host takes so many at once and leaves the rest to others", () => {
    const chosen = chooseNext([...due(50, "slow", 1), ...due(2, "quick", 2)], []);
    expect(chosen.filter(({ host }) => host === "slow")).toHaveLength(webhookLimits.atOncePerHost);
    expect(chosen.filter(({ host }) => host === "quick")).toHaveLength(2);
    expect(chooseNext(due(5, "slow", 3), chosen)).toEqual([]);
    expect(fullOnes(chosen)).toEqual({ hosts: ["slow"], userIds: [] });
  });

  test("a user with many hosts takes so many at once", () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: index, host: `h${index}`, userId: 1 }));
    const chosen = chooseNext(many, []);
    expect(chosen).toHaveLength(webhookLimits.atOncePerUser);
    expect(fullOnes(chosen).userIds).toEqual([1]);
  });

  test("a worker has so many under way", () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ id: index, host: `h${index}`, userId: index }));
    expect(chooseNext(many, [])).toHaveLength(webhookLimits.atOnce);
  });
});

describe("signatures", () => {
  test("the package of Standard Webhooks verifies them by either secret of a rotation, and by no other", () => {
    const [old, fresh, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = signedHeaders("msg_1", '{"a":1}', [fresh, old], now());
    for (const secret of [old, fresh]) {
      expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
      expect(() => new Webhook(secret).verify('{"a":2}', headers)).toThrow(/No matching signature/);
    }
    expect(() => new Webhook(other).verify('{"a":1}', headers)).toThrow(/No matching signature/);
    expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });
});

describe("addresses of receivers", () => {
  const leadsTo =
    (...addresses: string[]) =>
    async () =>
      addresses;

  test.each([
    "https://127.0.0.1/",
    "https://10.0.0.1/hook",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://user:pass@example.com/",
    "http://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "nonsense",
  ])("%s is refused when it is saved", async (address) => {
    await expect(checkReceiver(address, false, leadsTo("93.184.216.34"))).rejects.toThrow(ForbiddenAddress);
  });

  test("a name that leads to a private address among others is refused, one that leads nowhere is not", async () => {
    const address = "https://hook.example.com/";
    for (const bad of ["127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"]) {
      await expect(checkReceiver(address, false, leadsTo("93.184.216.34", bad))).rejects.toThrow(
        ForbiddenAddress,
      );
    }
    expect((await checkReceiver(address, false, leadsTo("93.184.216.34"))).host).toBe("hook.example.com");
    const unknown = () => Promise.reject(new Error("ENOTFOUND"));
    expect((await checkReceiver(`${address}a#b`, false, unknown)).href).toBe(`${address}a`);
  });

  test("the setting for trying things out takes loopback and plain http, and still no password", async () => {
    expect((await checkReceiver("http://127.0.0.1:4000/a", true)).port).toBe("4000");
    await expect(checkReceiver("http://a:b@127.0.0.1/", true)).rejects.toThrow(ForbiddenAddress);
  });
});

describe("what an event tells", () => {
  const happened = (kind: string, data: Record<string, unknown>) =>
    newsOf({ id: 9, userId: 1, kind, data, createdAt: now() }).map(
      ({ type, subjectId }) => `${type} ${subjectId}`,
    );

  test.each([
    ["waiting", ["activation.issued 7"]],
    ["received", []],
    ["completed", ["activation.completed 7"]],
    ["cancelled", ["activation.cancelled 7", "activation.refunded 7"]],
    ["banned", ["activation.cancelled 7", "activation.refunded 7"]],
    ["expired", ["activation.expired 7", "activation.refunded 7"]],
    ["failed", ["activation.refunded 7"]],
  ])("an order that is %s: %j", (state, news) => {
    expect(happened("activation", { activationId: 7, state })).toEqual(news);
  });

  test("orders of accounts and claims about them are told once they are over, and decided", () => {
    const order = (state: string) => happened("account_order", { accountOrderId: 4, state });
    expect([order("held"), order("delivered"), order("cancelled")]).toEqual([
      ...[[], ["accounts.delivered 4"], ["accounts.cancelled 4"]],
    ]);
    const claim = { accountClaimId: 6, accountOrderId: 4, state: "refunded" };
    expect(happened("account_claim", claim)).toEqual(["accounts.claim_decided 6"]);
  });

  test("stores are told of claims that wait and claims that were decided, and of what was released", () => {
    const claim = (state: string) => happened("store_claim", { storeClaimId: 6, state });
    expect([claim("open"), claim("replaced"), claim("refunded")]).toEqual([
      ...[["store.claim_opened 6"], ["store.claim_decided 6"], ["store.claim_decided 6"]],
    ]);
    expect(happened("store_earned", { storeOrderId: 4 })).toEqual(["store.earned 4"]);
  });

  test("rentals, payments and balances are told by their own events", () => {
    expect(happened("rental", { rentalId: 5, state: "active" })).toEqual(["rental.issued 5"]);
    expect(happened("rental", { rentalId: 5, state: "canceled" })).toEqual(["rental.cancelled 5"]);
    expect(happened("rental", { rentalId: 5, state: "expired" })).toEqual(["rental.expired 5"]);
    expect(happened("rental_ending", { rentalId: 5, state: "active" })).toEqual(["rental.expiring 9"]);
    expect(happened("balance", { paymentId: 3, state: "credited" })).toEqual(["payment.credited 3"]);
    expect(happened("balance", { paymentId: 3, claim: "credited" })).toEqual(["payment.credited 3"]);
    expect(happened("balance", { paymentId: 3, state: "refunded" })).toEqual([]);
    expect(happened("balance_low", {})).toEqual(["balance.low 9"]);
    expect(happened("whatever", { a: 1 })).toEqual([]);
  });
});

test("a delivery is taken, given up and sent anew where the rules say: every pair of state and event", () => {
  expectPairs({ states: deliveryStates, events: deliveryEvents, nextState }, [
    "pending take delivered",
    "pending give_up failed",
    "pending resend pending",
    "delivered take delivered",
    "delivered resend pending",
    "failed take delivered",
    "failed resend pending",
  ]);
});
