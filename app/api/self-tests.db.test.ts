import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSmallAgent } from "#app/_processes/agent-test/small-agent.factory.ts";
import { BANKS, type BankProfile } from "#app/_processes/simulator/plan.ts";
import { type SimulatorSettings, startSimulator } from "#app/_processes/simulator/start.ts";
import { seedSimulatedSuppliers } from "#app/_processes/simulator/suppliers.ts";
import { app, db, desk, owner } from "#app/api/operated-suppliers.factory.ts";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { selfTestLimits, selfTestTimes } from "#features/supply/self-test/self-test.rules.ts";
import { executeSelfTest, selfTestSweeps } from "#features/supply/self-test/self-tests.jobs.ts";
import {
  type ClaimedRun,
  claimSelfTest,
  concludeSelfTest,
} from "#features/supply/self-test/self-tests.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const [ARCHIPELAGO, , HIGHLAND] = BANKS as [BankProfile, BankProfile, BankProfile];
const SECRET = "secret of the test";
const times = {
  ...selfTestTimes,
  ...{ smsWaitMs: 20_000, repeatWaitMs: 12_000, quietMs: 2_500, reportWaitMs: 20_000, lookEveryMs: 100 },
};
const folder = mkdtempSync(path.join(os.tmpdir(), "self-test-"));
const closing: (() => Promise<void>)[] = [];
let port: RealPort;
beforeAll(async () => {
  port = await openRealPort(db);
});
afterAll(async () => {
  for (const close of closing) await close();
  await port.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function simulator(bank: BankProfile) {
  const settings: SimulatorSettings = {
    ...{ apiUrl: port.origin, secret: SECRET, seed: "test", speed: 20, behaviour: "journey" },
    ...{ folder: path.join(folder, bank.code), host: "127.0.0.1", port: 0, banks: [bank] },
  };
  const started = await startSimulator(settings);
  closing.push(() => started.close());
  return started;
}

type Call = { cookie: string; method?: string; key?: string };
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
type Answer = { status: number; body: any };
async function call(where: string, { cookie, method = "GET", key }: Call): Promise<Answer> {
  const response = await app.request(`/api/${where}`, {
    method,
    headers: {
      ...{
        cookie: `authToken=${cookie}`,
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
      },
      ...(method === "POST" ? { "idempotency-key": key ?? crypto.randomUUID() } : {}),
    },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  return { status: response.status, body: await response.json() };
}

async function start(code: string): Promise<number> {
  const { cookie } = await givenStaff(db, "support");
  const { status, body } = await call(`desk/suppliers/${code}/self-tests`, { cookie, method: "POST" });
  expect([status, body.state]).toEqual([201, "waiting"]);
  return body.id;
}

async function reportOf(code: string, id: number) {
  const { cookie } = await givenStaff(db, "support");
  return (await call(`desk/suppliers/${code}/self-tests/${id}`, { cookie })).body;
}

const claimed = async () => (await claimSelfTest(db)) as ClaimedRun;
const sweep = async () => {
  for (const { name, run } of selfTestSweeps) if (name !== "supply: self-tests") await run(db);
};
const offersOfSandbox = () =>
  one<{ count: number }>(
    owner,
    sql`select count(*)::integer as count from supply_offers o join catalogue_services s on s.id = o.service_id where s.code = 'selftest'`,
  );

let serial = 0;
async function ownSupplier(): Promise<string> {
  serial += 1;
  const code = `own-${serial}`;
  await desk("", { code, name: "Own", kind: "own" });
  return code;
}

describe("the simulated banks of the default start", () => {
  it("pass over HTTP, an agent that is called and own stock that calls, and sell nothing by it", async () => {
    const agents = await simulator(ARCHIPELAGO);
    await withTransaction(db, (tx) =>
      seedSimulatedSuppliers(tx, { url: agents.url, secret: SECRET, seed: "test" }),
    );
    const ids = { archipelago: await start("archipelago"), highland: await start("highland") };
    const runs = [await claimed(), await claimed()];
    await simulator(HIGHLAND);
    await Promise.all(runs.map((run) => executeSelfTest(db, run, times)));

    for (const [code, id] of Object.entries(ids)) {
      const report = await reportOf(code, id);
      const wrong = report.tests.filter(({ outcome }: { outcome: string }) => outcome !== "passed");
      expect([code, wrong, report.state]).toEqual([code, [], "passed"]);
      const [exchange] = report.exchanges.filter(({ action }: { action: string }) => action === "PUSH_SMS");
      const { cookie } = await givenStaff(db, "support");
      const raw = await call(`desk/suppliers/${code}/self-tests/${id}/exchanges/${exchange.id}`, { cookie });
      expect(raw.body.request).toContain("PUSH_SMS");
      expect(raw.body.request).toContain("[key]");
      expect(raw.body.answer).toContain("SERVER_ERROR");
    }
    expect((await offersOfSandbox()).count).toBe(0);
    const left = await rows(owner, sql`select from supply_self_test_numbers where finished_at is null`);
    expect(left).toEqual([]);
  }, 120_000);
});

describe("a run", () => {
  it("begins once per key, one at a time, six times an hour", async () => {
    const code = await ownSupplier();
    const { cookie } = await givenStaff(db, "support");
    const where = `desk/suppliers/${code}/self-tests`;
    const first = await call(where, { cookie, method: "POST", key: "the-same-key" });
    const again = await call(where, { cookie, method: "POST", key: "the-same-key" });
    expect([first.status, again.body.id]).toEqual([201, first.body.id]);
    const second = await call(where, { cookie, method: "POST" });
    expect([second.status, second.body.error.code]).toEqual([409, "SELF_TEST_RUNNING"]);
    for (let times = 1; times < selfTestLimits.perHour; times += 1) {
      await concludeSelfTest(db, (await claimed()).id, false);
      await start(code);
    }
    await concludeSelfTest(db, (await claimed()).id, false);
    const seventh = await call(where, { cookie, method: "POST" });
    expect([seventh.status, seventh.body.error.code]).toEqual([429, "SELF_TEST_TOO_OFTEN"]);
  });

  it("whose worker was killed ends as interrupted, and its number goes back to the agent", async () => {
    const key = "key-of-a-killed-run-1";
    const agent = await openSmallAgent(key, "no sms");
    closing.push(agent.close);
    const { supplier } = await desk("", {
      code: "killed",
      name: "Killed",
      kind: "agent",
      baseUrl: agent.url,
      key,
    });
    const id = await start("killed");
    const run = await claimed();
    // The worker dies while it waits for an SMS: nothing renews the lease any more.
    const dying = executeSelfTest(db, run, times);
    while (agent.open() === 0) await pause(20);
    await execute(
      owner,
      sql`update supply_self_tests set lease_until = app_now() - interval '1 second' where id = ${id}`,
    );
    await sweep();
    expect(await reportOf("killed", id)).toMatchObject({ state: "failed", endReason: "interrupted" });
    await sweep();
    expect(agent.open()).toBe(0);
    expect(supplier.code).toBe("killed");
    await dying;
    expect((await reportOf("killed", id)).endReason).toBe("interrupted");
  }, 60_000);

  it("that waited beyond its deadline ends as timed out", async () => {
    const code = await ownSupplier();
    const id = await start(code);
    await execute(owner, sql`update supply_self_tests set deadline_at = app_now() where id = ${id}`);
    await sweep();
    expect(await reportOf(code, id)).toMatchObject({ state: "failed", endReason: "timed-out" });
  });
});

describe("a partner's supplier", () => {
  it("goes live when its present key has passed, and not before; another partner sees none of it", async () => {
    const [partner, other] = [await givenStaff(db, null), await givenStaff(db, null)];
    const supplierId = await givenPartner(db, partner.userId);
    await givenPartner(db, other.userId);
    const { code } = await one<{ code: string }>(
      owner,
      sql`select code from supply_suppliers where id = ${supplierId}`,
    );
    const lead = await givenStaff(db, "money-lead");
    const resume = () =>
      app.request(`/api/desk/suppliers/${code}/resume`, {
        method: "POST",
        headers: {
          ...{ cookie: `authToken=${lead.cookie}`, "sec-fetch-site": "same-origin" },
          ...{ "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        },
        body: JSON.stringify({ reason: "set up" }),
      });
    expect((await resume()).status).toBe(409);

    const started = await call("cabinet/self-tests", { cookie: partner.cookie, method: "POST" });
    expect([started.status, started.body.state]).toEqual([201, "waiting"]);
    const foreign = await call(`cabinet/self-tests/${started.body.id}`, { cookie: other.cookie });
    expect(foreign.status).toBe(404);
    const run = await claimed();
    await execute(
      owner,
      sql`insert into supply_self_test_results (self_test_id, test, outcome) values (${run.id}, 'report', 'passed')`,
    );
    await concludeSelfTest(db, run.id, true);
    const { body } = await call("cabinet/self-tests", { cookie: partner.cookie });
    expect(body.supplier.passedUntil).not.toBeNull();
    expect((await resume()).status).toBe(200);

    await desk(`/${code}/pause`, {});
    await desk(`/${code}/rotate-key`, { overlapHours: 0 });
    const refused = await resume();
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, "SELF_TEST_NEEDED"]);
  });

  it("of the house goes on by the word of the staff, and the audit says so", async () => {
    const code = await ownSupplier();
    await desk(`/${code}/pause`, {});
    await desk(`/${code}/resume`, {});
    const [entry] = await rows<{ details: object }>(
      owner,
      sql`select details from identity_audit where subject = ${`supplier:${code}`} and action = 'supplier.resume'`,
    );
    expect(entry?.details).toMatchObject({ selfTestPassed: false, reason: "a test" });
  });
});

describe("own stock that breaks a rule", () => {
  it("is told which: no User-Agent, wrong types, no report", async () => {
    const code = await ownSupplier();
    const { key } = await desk(`/${code}/rotate-key`, { overlapHours: 0 });
    const id = await start(code);
    const run = await claimed();
    const say = (body: object, headers: Record<string, string>) =>
      app.request("/api/partner/numbers", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ action: "NUMBERS_ONLINE", key, ...body }),
      });
    const number = { number: 6_281_234_567_890, country: "indonesia", services: ["selftest"] };
    expect((await say({ numbers: [number] }, {})).status).toBe(400);
    const asText = { ...number, number: String(number.number) };
    expect((await say({ numbers: [asText] }, { "user-agent": "bank/1" })).status).toBe(400);
    await executeSelfTest(db, run, { ...times, reportWaitMs: 300 });
    const { tests, state } = await reportOf(code, id);
    const reasons = tests.flatMap(({ test, reason }: { test: string; reason: string | null }) =>
      reason ? [`${test}: ${reason}`] : [],
    );
    expect([state, reasons.toSorted()]).toEqual([
      "failed",
      ["report: refused", "types: text-types", "userAgent: no-user-agent"],
    ]);
  });
});
