import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import {
  type Answering,
  answerWith,
  api,
  db,
  deliveriesOf,
  emit,
  givenPerson,
  givenWebhook,
  ok,
  owner,
  receiver,
  verify,
  work,
} from "#features/notifications/webhooks/deliveries.factory.ts";
import { postDelivery } from "#features/notifications/webhooks/delivery/delivery.gateway.ts";
import { DeliveryPump } from "#features/notifications/webhooks/delivery/delivery.jobs.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { pausesSeconds, webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import { forgetOldDeliveries } from "#features/notifications/webhooks/webhooks.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { guardedAgent } from "#lib/net/guarded-agent.ts";
import { givenServer } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

describe("failures", () => {
  test("pauses grow over three days; then it is given up, the webhook is turned off and its owner gets one mail", async () => {
    const { userId, id, call } = await givenWebhook();
    answerWith((response) => void response.writeHead(500).end("broken\u0000 <b>here</b>"));
    await emit(userId);
    await work();
    for (const seconds of pausesSeconds) {
      const sent = receiver.requests.length;
      const { waits } = await one<{ waits: number }>(
        db,
        sql`select extract(epoch from due_at - app_now())::float8 as waits from notifications_webhook_deliveries
            where webhook_id = ${id}`,
      );
      // A busy machine may have taken some seconds until here.
      expect(waits).toBeLessThanOrEqual(seconds);
      expect(waits).toBeGreaterThan(seconds - 20);
      await moveClock(owner, `${seconds} seconds`);
      await work();
      expect(receiver.requests).toHaveLength(sent + 1);
    }
    expect(new Set(receiver.requests.map(({ raw, headers }) => `${headers["webhook-id"]}${raw}`)).size).toBe(
      1,
    );
    expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", attempts: 12 }]);
    const [view] = (await call("GET", "/webhooks")).body;
    expect(view).toMatchObject({ isEnabled: false, disabledReason: "failures" });
    const mails = (await runDueJobs(db, [])).filter(({ subject }) => /webhook “bot” is off/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/has accepted no delivery of the webhook “bot”/);
    const { body } = await call("GET", `/webhooks/${id}/deliveries`);
    expect(body.deliveries[0].lastAttempt).toMatchObject({
      status: 500,
      fault: null,
      answer: "broken <b>here</b>",
    });
    expect((await call("POST", `/webhooks/${id}/test`, {})).status).toBe(409);

    answerWith(ok);
    await call("PUT", `/webhooks/${id}`, { name: "bot", url: receiver.url, events: ["balance.low"] });
    expect((await call("POST", `/webhook-deliveries/${body.deliveries[0].id}/resend`, {})).status).toBe(202);
    await work();
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 13 }]);
    const whole = await call("GET", `/webhook-deliveries/${body.deliveries[0].id}`);
    expect(whole.body.log).toHaveLength(13);
    expect(JSON.parse(whole.body.body)).toMatchObject({ type: "balance.low" });
  });

  test("a success in between begins the three days anew", async () => {
    const { userId, call } = await givenWebhook();
    answerWith((response) => void response.writeHead(503).end());
    await emit(userId);
    await work();
    await moveClock(owner, "70 hours");
    answerWith(ok);
    await work();
    answerWith((response) => void response.writeHead(503).end());
    await moveClock(owner, "5 hours");
    await emit(userId);
    await work();
    expect((await call("GET", "/webhooks")).body[0]).toMatchObject({ isEnabled: true });
  });

  test.each([
    ["a new address", true, "/new"],
    ["no new address", false, ""],
  ])(
    "after 71 hours of failures, a change with %s counts the three days anew: %s",
    async (_, isEnabled, path) => {
      const { userId, id, call } = await givenWebhook();
      answerWith((response) => void response.writeHead(503).end());
      await emit(userId);
      await work();
      await moveClock(owner, "71 hours");
      const changed = { name: "renamed", url: `${receiver.url}${path}`, events: ["balance.low"] };
      expect((await call("PUT", `/webhooks/${id}`, changed)).status).toBe(200);
      await moveClock(owner, "2 hours");
      await emit(userId);
      await work();
      expect((await call("GET", "/webhooks")).body[0]).toMatchObject({ isEnabled });
    },
  );

  test("an answer that is lost, too late or a redirect is a failure with its reason; a redirect is not followed", async () => {
    const { id, call } = await givenWebhook();
    const pumpWithin = (timeoutMs: number) =>
      new DeliveryPump((url, headers, body) => postDelivery(url, headers, body, { timeoutMs }));
    const silence: Answering = () => {};
    const answers: [Answering, object][] = [
      [(response) => void response.destroy(), { status: null, fault: "refused" }],
      [silence, { status: null, fault: "timeout" }],
      [
        (response) => void response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end(),
        { status: 307, fault: null },
      ],
      [
        (response) => {
          response.writeHead(400);
          const flood = () => response.write("x".repeat(65_536), () => response.destroyed || flood());
          flood();
        },
        { status: 400, fault: null, answer: "x".repeat(500) },
      ],
    ];
    for (const [answer, expected] of answers) {
      answerWith(answer);
      expect((await call("POST", `/webhooks/${id}/test`, {})).status).toBe(202);
      await work(pumpWithin(answer === silence ? 300 : 10_000));
      const { body } = await call("GET", `/webhooks/${id}/deliveries?limit=1`);
      expect(body).toMatchObject({
        deliveries: [{ type: "webhook.test", state: "pending", lastAttempt: expected }],
      });
    }
    expect(receiver.requests.some(({ path }) => path.endsWith("elsewhere"))).toBe(false);
  });

  test("an answer 410 turns it off at once", async () => {
    const { id, call } = await givenWebhook();
    answerWith((response) => void response.writeHead(410).end());
    await call("POST", `/webhooks/${id}/test`, {});
    await work();
    expect((await call("GET", "/webhooks")).body[0]).toMatchObject({
      isEnabled: false,
      disabledReason: "gone",
    });
  });

  test("a slow receiver holds up nobody else", async () => {
    const slow = await givenServer(() => {});
    const quick = await givenWebhook(["balance.low"]);
    const stuck = await givenWebhook(["balance.low"], { url: slow.url });
    for (let n = 0; n < 12; n += 1) await emit(stuck.userId);
    for (let n = 0; n < 3; n += 1) await emit(quick.userId);
    await fanOut(db);
    const pump = new DeliveryPump((url, headers, body) =>
      postDelivery(url, headers, body, { timeoutMs: 3_000 }),
    );
    await pump.look(db);
    await pump.look(db);
    await expect.poll(() => receiver.requests.length).toBe(3);
    expect(slow.requests.length).toBeLessThanOrEqual(4);
    await pump.settle();
    await execute(owner, sql`delete from notifications_webhooks where id = ${stuck.id}`);
  });
});

describe("secrets", () => {
  test("a rotation signs with both secrets until its overlap is over, then with the new one alone", async () => {
    const { id, secret: old, call } = await givenWebhook();
    const { body: made } = await call("POST", `/webhooks/${id}/rotate`, { overlapHours: 2 });
    await call("POST", `/webhooks/${id}/test`, {});
    await work();
    for (const secret of [old, made.secret]) verify(secret, receiver.requests[0]);
    await moveClock(owner, "2 hours 1 second");
    await call("POST", `/webhooks/${id}/test`, {});
    await work();
    verify(made.secret, receiver.requests[1]);
    expect(() => verify(old, receiver.requests[1])).toThrow(/No matching signature/);
  });

  test("a secret is told once and nowhere else, and lies sealed", async () => {
    const { id, secret, call } = await givenWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await call("GET", "/webhooks");
    expect(JSON.stringify(list.body)).not.toContain("whsec_");
    const row = await one(db, sql`select * from notifications_webhooks where id = ${id}`);
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  });
});

describe("addresses", () => {
  const agent = guardedAgent({ mayBePrivate: false });
  const guardedPost: typeof postDelivery = (url, headers, body) =>
    postDelivery(url, headers, body, { mayBePrivate: false, dispatcher: agent });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    // A name whose answer changed after it was saved: what counts is what it leads to when it is called.
    "https://localhost/",
    "http://93.184.216.34/",
  ])("%s is not called, whatever was saved", async (url) => {
    expect(await guardedPost(url, {}, "{}")).toEqual({ status: null, fault: "forbidden", answer: "" });
  });

  test("what cannot be called cannot be saved", async () => {
    const { call } = await givenWebhook();
    for (const url of ["http://a:b@127.0.0.1/", "ftp://example.com/x", "no address"]) {
      const { status, body } = await call("POST", "/webhooks", {
        name: "x",
        url,
        events: ["activation.sms_received"],
      });
      expect([status, body.error.code]).toEqual([400, "WEBHOOK_URL_FORBIDDEN"]);
    }
  });
});

test("an address that is too long once its letters are spelt for the web is refused by name, whether a webhook is made or changed", async () => {
  const { id, call } = await givenWebhook();
  const url = `${receiver.url}/${"\u0436".repeat(600)}`;
  expect(url.length).toBeLessThan(webhookLimits.urlCharacters);
  for (const [method, path] of [
    ["POST", "/webhooks"],
    ["PUT", `/webhooks/${id}`],
  ] as const) {
    const { status, body } = await call(method, path, { name: "x", url, events: ["balance.low"] });
    expect([status, body.error.code]).toEqual([400, "VALIDATION"]);
    expect(body.error.details.problems).toMatchObject([{ path: "url" }]);
  }
  const short = `${receiver.url}/${"\u0436".repeat(200)}`;
  expect((await call("POST", "/webhooks", { name: "x", url: short, events: ["balance.low"] })).status).toBe(
    201,
  );
});

describe("owners", () => {
  test("ten webhooks and no more, however many ask at once", async () => {
    const person = await givenPerson();
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const body = { name: "x", url: receiver.url, events: ["activation.sms_received"] };
        return (await api.call("POST", "/api/webhooks", { cookie: person.token, body })).status;
      }),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  });

  test("a key is refused, a stranger finds nothing", async () => {
    const { id } = await givenWebhook();
    const { key } = await givenApiBuyer(db, 0);
    const refused = await api.call("GET", "/api/webhooks", { bearer: key });
    expect([refused.status, refused.body.error.code]).toEqual([403, "SESSION_NEEDED"]);
    const stranger = await givenWebhook();
    expect((await stranger.call("GET", `/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await stranger.call("DELETE", `/webhooks/${id}`)).status).toBe(404);
  });

  test("turned off it hears nothing, also of that time afterwards; the log is paged and forgotten in time", async () => {
    const { id, userId, call } = await givenWebhook();
    const input = { name: "bot", url: receiver.url, events: ["balance.low"] };
    await emit(userId);
    await fanOut(db);
    await call("PUT", `/webhooks/${id}`, { ...input, isEnabled: false });
    await emit(userId);
    await work();
    await call("PUT", `/webhooks/${id}`, { ...input, isEnabled: true });
    await work();
    expect(receiver.requests).toEqual([]);
    await emit(userId);
    await work();
    expect(receiver.requests).toHaveLength(1);
    const first = (await call("GET", `/webhooks/${id}/deliveries?limit=1`)).body;
    expect(first).toMatchObject({ isMore: true, deliveries: [{ state: "delivered" }] });
    const rest = (await call("GET", `/webhooks/${id}/deliveries?before=${first.deliveries[0].id}`)).body;
    expect(rest).toMatchObject({ isMore: false, deliveries: [{ state: "failed", attempts: 0 }] });
    await moveClock(owner, "15 days");
    expect(await forgetOldDeliveries(db, 100)).toBe(2);
  });
});
