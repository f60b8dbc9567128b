import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadRateOfToday } from "#features/pricing/pricing.loaders.ts";
import { createCbr } from "#features/pricing/rates/gateway/cbr.gateway.ts";
import { createEcb } from "#features/pricing/rates/gateway/ecb.gateway.ts";
import { askBanks } from "#features/pricing/rates/rates.jobs.ts";
import {
  findOldRate,
  findUsdRate,
  listRateRefusals,
  listRates,
  readAsking,
} from "#features/pricing/rates/rates.reads.ts";
import { resolveRefusal, setUsdRate } from "#features/pricing/rates/rates.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { givenServer, type Responder } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
// The pool of the pages (`pageDb`).
const pagePool = Symbol.for("smsden.page-db");
Object.assign(globalThis, { [pagePool]: db });
afterAll(() => void Reflect.deleteProperty(globalThis, pagePool));

/** As the Bank of Russia writes it, in the encoding that it uses. */
function cbrList(date: string, usd: string, eur = "94,5400"): Buffer {
  const unit = (id: string, code: string, name: string, value: string, nominal = "1") =>
    `<Valute ID="${id}"><NumCode>840</NumCode><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal><Name>${name}</Name>` +
    `<Value>${value}</Value><VunitRate>${value}</VunitRate></Valute>`;
  const text =
    `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="Foreign Currency Market">` +
    `${unit("R01235", "USD", "\u00c4\u00ee\u00eb\u00eb\u00e0\u00f0", usd)}${unit("R01239", "EUR", "\u00c5\u00e2\u00f0\u00ee", eur)}` +
    `${unit("R01150", "VND", "\u00c4\u00ee\u00ed\u00e3\u00ee\u00e2", "31,0200", "10000")}</ValCurs>`;
  return Buffer.from(text, "latin1");
}

/** As the European Central Bank writes it. */
const ecbList = (day: string, usd: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${day}'><Cube currency='USD' rate='${usd}'/><Cube currency='JPY' rate='181.20'/></Cube></Cube>
</gesmes:Envelope>`;

const xml =
  (body: Buffer | string, status = 200, headers: Record<string, string> = {}): Responder =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/xml", ...headers }).end(body);
  };

const cutOff: Responder = (_, response) => {
  response.writeHead(200, { "content-length": "9000" });
  response.write("<ValCurs");
  setTimeout(() => response.destroy(), 10);
};

let answerCbr: Responder;
let answerEcb: Responder;
const cbrServer = await givenServer((request, response) => answerCbr(request, response));
const ecbServer = await givenServer((request, response) => answerEcb(request, response));
const banks = { cbr: createCbr(cbrServer.url), ecb: createEcb(ecbServer.url) };

/** Asks although it may not be time yet. */
async function ask(which = banks as Parameters<typeof askBanks>[1]) {
  await execute(owner, sql`update pricing_rate_schedule set due_at = app_now()`);
  return askBanks(db, which);
}
const rate = async () => (await findUsdRate(db))?.rubPerUsd;

beforeEach(async () => {
  await execute(owner, sql`truncate pricing_rate_refusals`);
  await execute(owner, sql`delete from pricing_usd_rates`);
  await execute(
    owner,
    sql`update job_clock set offset_interval = '2026-11-21T12:00:00Z'::timestamptz - clock_timestamp()`,
  );
  await execute(
    owner,
    sql`insert into pricing_usd_rates (day, rub_per_usd, source, fetched_at) values ('2026-11-01', 81.5, 'seed', '2026-11-01')`,
  );
  await execute(
    owner,
    sql`update pricing_rate_schedule set due_at = app_now(), failures = 0, last_problem = null`,
  );
  answerCbr = xml(cbrList("21.11.2026", "82,1234"));
  answerEcb = xml(ecbList("2026-11-20", "1.1512"));
});

describe("the daily rate", () => {
  test("is read out of both banks' lists, with its day and where it is from", async () => {
    expect(await askBanks(db, banks)).toBe("good");
    expect(await findUsdRate(db)).toEqual({
      microRubPerUsd: 82_123_400n,
      rubPerUsd: 82.1234,
      day: "2026-11-21",
      source: "cbr+ecb",
    });
    expect(await readAsking(db)).toMatchObject({ lastProblem: null, lastGoodAt: expect.any(Date) });
    expect(cbrServer.requests.at(-1)?.headers["user-agent"]).toMatch(/^SMSDen\//);
  });

  test("is asked for when it is time, by one worker, and again after hours", async () => {
    const before = cbrServer.requests.length;
    expect(await Promise.all(Array.from({ length: 8 }, () => askBanks(db, banks)))).toContain("good");
    expect(cbrServer.requests.length - before).toBe(1);
    expect(await askBanks(db, banks)).toBeNull();
    await moveClock(owner, "6 hours 1 second");
    expect(await askBanks(db, banks)).toBe("same");
    expect(await listRates(db, 10)).toHaveLength(2);
  });

  test("follows the banks from day to day, tomorrow's as soon as it is there; pages are made anew", async () => {
    await ask();
    answerCbr = xml(cbrList("24.11.2026", "83,0000", "95,5500"));
    await moveClock(owner, "1 day");
    expect(await ask()).toBe("good");
    expect(await rate()).toBe(83);
  });

  test("is read packed as well", async () => {
    answerCbr = xml(gzipSync(cbrList("21.11.2026", "82,5000")), 200, { "content-encoding": "gzip" });
    expect(await ask()).toBe("good");
    expect(await rate()).toBe(82.5);
  });

  test("does without the second opinion, and with the euro where the dollar is not named", async () => {
    answerEcb = xml("", 503);
    expect(await ask()).toBe("good");
    expect((await findUsdRate(db))?.source).toBe("cbr");
    expect(await ask({ ...banks, ecb: null })).toBe("same");
    await moveClock(owner, "1 day");
    answerCbr = xml(
      cbrList("22.11.2026", "1,0000", "94,54").toString("latin1").replace("<CharCode>USD", "<CharCode>XXX"),
    );
    answerEcb = xml(ecbList("2026-11-20", "1.1512"));
    expect(await ask()).toBe("good");
    expect(await findUsdRate(db)).toMatchObject({ source: "ecb+cbr", rubPerUsd: 82.123_002 });
  });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level || ""};`.repeat(10)}">`,
).join("")}]><ValCurs Date="21.11.2026">&lol9;</ValCurs>`;
const external = `<?xml version="1.0"?><!doctype x [<!ENTITY x SYSTEM "file:///etc/passwd">]><ValCurs Date="21.11.2026">&x;</ValCurs>`;
const deep = `<ValCurs Date="21.11.2026">${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}</ValCurs>`;
const good = cbrList("21.11.2026", "82,1234").toString("latin1");

describe("the last good rate stays, and the problem is told, when the bank answers", () => {
  test.each<[string, Responder, RegExp]>([
    ["500", xml(cbrList("21.11.2026", "90,0"), 500), /HTTP 500/],
    ["a redirect", xml("", 302, { location: "http://127.0.0.1:1/" }), /HTTP 302/],
    ["nothing", xml(""), /not well-formed/],
    ["JSON", xml('{"USD": 82}'), /not well-formed/],
    ["HTML", xml("<!doctype html><title>Maintenance</title>"), /document type/],
    ["XML that is cut off", xml(good.slice(0, -20)), /not well-formed/],
    ["another XML", xml("<rates><usd>82</usd></rates>"), /misshapen list: ValCurs/],
    ["a list without rates", xml('<ValCurs Date="21.11.2026"></ValCurs>'), /misshapen list/],
    ["a day that is none", xml(good.replace("21.11.2026", "31.02.2026")), /./],
    ["a rate that is none", xml(good.replace("82,1234", "many")), /no rate for USD/],
    ["a rate of zero", xml(good.replace("82,1234", "0,0000")), /no rate for USD/],
    ["a huge list", xml(`<ValCurs>${" ".repeat(2_000_000)}</ValCurs>`), /too-large/],
    [
      "a huge list, packed small",
      xml(gzipSync(Buffer.alloc(50_000_000, 32)), 200, { "content-encoding": "gzip" }),
      /too-large/,
    ],
    ["an entity bomb", xml(bomb), /document type/],
    ["an entity that reads a file", xml(external), /document type/],
    ["elements without end", xml(deep), /./],
    ["bytes that are no text", xml(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x3c])), /not well-formed/],
    ["half of it before it hangs up", cutOff, /./],
  ])("an answer like this moves no rate: %s", async (_, responder, problem) => {
    answerCbr = responder;
    expect(await ask()).toBeNull();
    expect(await rate()).toBe(81.5);
    expect((await readAsking(db)).lastProblem).toMatch(problem);
    expect(
      await one(db, sql`select due_at > app_now() as later, failures from pricing_rate_schedule`),
    ).toEqual({ later: true, failures: 1 });
  });

  test("nothing at all: the next question comes sooner at first, and waits longer each time", async () => {
    answerCbr = xml("", 503);
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await askBanks(db, banks);
      const { minutes } = await one<{ minutes: number }>(
        db,
        sql`select round(extract(epoch from due_at - app_now()) / 60)::int as minutes from pricing_rate_schedule`,
      );
      pauses.push(minutes);
      await moveClock(owner, `${minutes + 1} minutes`);
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 360, 360]);
  });
});

describe("what is not believed is kept for the staff to see, and the last good rate stays", () => {
  test.each([
    ["15 % and more in a day", "22.11.2026", "94,5000", "1.0004", "jump"],
    ["a dollar that does not fit the euro", "22.11.2026", "82,5000", "1.0000", "disagrees"],
    ["no rate of this world", "22.11.2026", "8,2500", "1.1512", "range"],
    ["millions", "22.11.2026", "99999999,0", "1.1512", "range"],
    ["a list of last year", "21.11.2025", "82,5000", "1.1512", "old"],
    ["a list of next year", "21.11.2027", "82,5000", "1.1512", "early"],
  ])("a list like this is not believed: %s", async (_, date, usd, ecb, reason) => {
    await ask();
    answerCbr = xml(cbrList(date, usd));
    answerEcb = xml(ecbList("2026-11-20", ecb));
    expect(await ask()).toBe(reason);
    expect(await ask()).toBe(reason);
    expect(await rate()).toBe(82.1234);
    expect(await listRateRefusals(db, 10)).toMatchObject([
      { reason, times: 2, keptRubPerUsd: "82.123400", resolution: null },
    ]);
    expect((await readAsking(db)).lastProblem).toBe(reason);
  });

  test("somebody of the staff accepts it, or dismisses it, once, and the audit knows who", async () => {
    await ask();
    answerCbr = xml(cbrList("22.11.2026", "95,0000", "109,3600"));
    expect(await ask()).toBe("jump");
    const [refusal] = await listRateRefusals(db, 1);
    const decide = (resolution: "accepted" | "dismissed") =>
      withTransaction(db, (tx) =>
        resolveRefusal(tx, { actorId: 7, refusalId: refusal!.id, resolution, ip: "192.0.2.1" }),
      );
    const outcomes = await Promise.allSettled([decide("accepted"), decide("accepted"), decide("accepted")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await findUsdRate(db)).toMatchObject({ rubPerUsd: 95, day: "2026-11-22", source: "staff" });
    await expect(decide("dismissed")).rejects.toMatchObject({ code: "RATE_REFUSAL_NOT_FOUND" });
    expect(
      await one(
        db,
        sql`select action, actor_id from identity_audit where details ->> 'refusalId' = ${String(refusal!.id)}`,
      ),
    ).toEqual({
      action: "rate.accept",
      actor_id: 7,
    });
    expect(await ask()).toBe("same");
  });
});

test("the rate is old when no bank has confirmed it for a day, and is not any more once one has", async () => {
  expect(await ask()).toBe("good");
  expect(await findOldRate(db)).toBeNull();
  await moveClock(owner, "25 hours");
  expect(await findOldRate(db)).toEqual({ rubPerUsd: "82.123400", heardAt: expect.any(Date) });
  // Banks that tell nothing new have confirmed what they told before.
  expect(await ask()).toBe("same");
  expect(await findOldRate(db)).toBeNull();
});

test("pages tell no day of the rate that a new installation begins with, which no bank has told", async () => {
  await execute(owner, sql`update pricing_usd_rates set fetched_at = app_now()`);
  expect(await findOldRate(db)).toBeNull();
  expect(await loadRateOfToday()).toBeNull();
});

test("pages tell no rate that no bank has confirmed for a day, and tell it again once one has", async () => {
  expect(await ask()).toBe("good");
  expect((await loadRateOfToday())?.rubPerUsd).toBe(82.1234);
  await moveClock(owner, "25 hours");
  expect(await loadRateOfToday()).toBeNull();
  expect(await ask()).toBe("same");
  expect((await loadRateOfToday())?.rubPerUsd).toBe(82.1234);
});

test("a rate of the staff is the rate at once, holds for the day, and gives way to the next day's", async () => {
  await withTransaction(db, (tx) =>
    setUsdRate(tx, { actorId: 7, microRubPerUsd: 85_000_000n, reason: "the banks are closed", ip: "" }),
  );
  expect(await findUsdRate(db)).toMatchObject({ rubPerUsd: 85, day: "2026-11-21", source: "staff" });
  expect(await ask()).toBe("same");
  expect(await rate()).toBe(85);
  answerCbr = xml(cbrList("22.11.2026", "82,5000"));
  expect(await ask()).toBe("good");
  expect(await rate()).toBe(82.5);
});
