import { smsSinks } from "#app/api/sms-sinks.ts";
import {
  type Benchmark,
  checkInvariants,
  type Figure,
  perSecondText,
  ratioText,
} from "#bench/harness/benchmark.ts";
import { familySeconds } from "#bench/harness/cpu.ts";
import { fillMarket, SUPPLIER_ID } from "#bench/harness/market.ts";
import { fillNotices, makeNotices, takeNextBatch } from "#bench/harness/notices.ts";
import { buyForEach, type OpenOrder } from "#bench/harness/orders.ts";
import { findPgbench, runPgbench } from "#bench/harness/pgbench.ts";
import { compare, median } from "#bench/harness/rounds.ts";
import { makeIntake, type Notice } from "#features/supply/intake/batch-intake.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { createDb } from "#lib/db/pool.ts";
import { Problem } from "#lib/tooling/problem.ts";

const USERS = 4_000;
/** Notices that wait at once; alone each has a connection of its own, and a few of the pool must stay free. */
const [UNDER_WAY, ALONE_UNDER_WAY] = [1_024, 12];
const AIM_RATIO = 3;
const AIM_PER_SECOND = 10_000;
/** Inside PostgreSQL: orders of a run, SMS of a transaction, connections. */
const [RUN, PER_BATCH, CLIENTS] = [12_000, 125, 4];

type Way = (notice: Notice) => Promise<unknown>;
type Cost = { database: number[]; process: number[] };

/**
 * SMS of waiting orders taken in: text kept, money captured, supplier's share booked, event written. Those that wait for the
 * database together, against each in a transaction of its own.
 */
export const intake: Benchmark = {
  name: "intake",
  run: async ({ server, plan }) => {
    const users = plan.isSelfCheck ? 200 : USERS;
    const db = await server.createDatabase("bench_intake");
    const rounds = plan.isSelfCheck ? 1 : plan.rounds;
    await fillMarket(db, { users, stockPerOffer: Math.ceil(users / 400) * (rounds * 5 + 4) });
    const pool = createDb(db.url, { max: 16, applicationName: "bench intake" });
    const takeIn = makeIntake(smsSinks);
    const together: Way = (notice) => takeIn(pool, notice);
    const alone: Way = (notice) => receiveSms(pool, notice, smsSinks.one);
    let lastSmsId = 0n;
    let lastName = 0;

    /** Notices for orders that have had none. */
    const firstSms = async (): Promise<Notice[]> => {
      lastName += 1;
      return (await buyForEach(db, users, `round ${lastName}`)).map(({ number }) => noticeFor(number));
    };
    const noticeFor = (phone: number): Notice => {
      lastSmsId += 1n;
      const text = `Your code is ${100_000 + Number(lastSmsId % 900_000n)}`;
      return { supplierId: SUPPLIER_ID, smsId: lastSmsId, phone: Number(phone), sender: "Bench", text };
    };
    const measure = async (way: Way, notices: readonly Notice[], cost: Cost): Promise<number> => {
      const begun = {
        ms: performance.now(),
        database: familySeconds(server.pid),
        process: process.cpuUsage(),
      };
      await takeAll(way, notices, way === alone ? ALONE_UNDER_WAY : UNDER_WAY);
      const seconds = (performance.now() - begun.ms) / 1_000;
      const own = process.cpuUsage(begun.process);
      cost.database.push(((familySeconds(server.pid) - begun.database) * 1e6) / notices.length);
      cost.process.push((own.user + own.system) / notices.length);
      return notices.length / seconds;
    };

    /** Rates of first and of further SMS by pgbench, each the median of three runs. */
    const measureInside = async (): Promise<Inside> => {
      const program = findPgbench();
      if (!program)
        throw new Problem("There is no pgbench. Install it (Debian: postgresql-contrib) and run again.");
      await makeNotices(db);
      const perBatch = plan.isSelfCheck ? 25 : PER_BATCH;
      const run = async (orders: readonly OpenOrder[]): Promise<Rate> => {
        lastSmsId += 1_000_000n;
        const batches = await fillNotices(db, orders, { perBatch, firstSmsId: Number(lastSmsId) });
        const before = familySeconds(server.pid);
        const { perSecond } = await runPgbench({
          program,
          url: db.url,
          folder: server.folder,
          script: takeNextBatch,
          clients: CLIENTS,
          transactions: batches,
        });
        const micros = ((familySeconds(server.pid) - before) * 1e6) / orders.length;
        return { perSecond: perSecond * perBatch, micros };
      };
      const rates: { first: Rate[]; further: Rate[] } = { first: [], further: [] };
      for (let at = 0; at < (plan.isSelfCheck ? 1 : 3); at += 1) {
        const orders: OpenOrder[] = [];
        for (let part = 0; part < (plan.isSelfCheck ? 1 : RUN / users); part += 1)
          orders.push(...(await buyForEach(db, users, `inside ${at} ${part}`)));
        rates.first.push(await run(orders));
        rates.further.push(await run(orders));
      }
      return { first: medianRate(rates.first), further: medianRate(rates.further) };
    };

    try {
      const costs = { together: noCost(), alone: noCost(), more: noCost() };
      await measure(together, await firstSms(), noCost());
      let more: Notice[] = [];
      const moreRates: number[] = [];
      const result = await compare(rounds, {
        subject: async () => {
          const notices = await firstSms();
          const rate = await measure(together, notices, costs.together);
          more = notices.map(({ phone }) => noticeFor(phone));
          moreRates.push(await measure(together, more, costs.more));
          return rate;
        },
        yardstick: async () => measure(alone, (await firstSms()).slice(0, users / 2), costs.alone),
      });
      const inside = await measureInside();
      await checkInvariants(db);
      return [...figures(result, median(moreRates), costs), ...insideFigures(inside)];
    } finally {
      await pool.close();
      await db.drop();
    }
  },
};

type Rate = { readonly perSecond: number; readonly micros: number };
type Inside = { readonly first: Rate; readonly further: Rate };

function medianRate(rates: readonly Rate[]): Rate {
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    micros: median(rates.map(({ micros }) => micros)),
  };
}

function insideFigures({ first, further }: Inside): Figure[] {
  const figure = (what: string, { perSecond, micros }: Rate): Figure => ({
    measure: `${what} of orders, inside PostgreSQL alone, ${PER_BATCH} a transaction, ${CLIENTS} connections`,
    value: perSecondText(perSecond),
    aim: `>= ${AIM_PER_SECOND.toLocaleString("en")}/s`,
    isMet: perSecond >= AIM_PER_SECOND,
    detail: `${Math.round(micros)} us of CPU for each`,
  });
  return [figure("first SMS", first), figure("further SMS", further)];
}

const noCost = (): Cost => ({ database: [], process: [] });

async function takeAll(way: Way, notices: readonly Notice[], underWay: number): Promise<void> {
  const left = notices[Symbol.iterator]();
  const takeNext = async () => {
    for (const notice of left) await way(notice);
  };
  await Promise.all(Array.from({ length: underWay }, takeNext));
}

function figures(
  result: { ratio: number; subject: number; yardstick: number },
  more: number,
  costs: { together: Cost; alone: Cost; more: Cost },
): Figure[] {
  const cpu = ({ database, process: own }: Cost) =>
    `${Math.round(median(database))} us PostgreSQL + ${Math.round(median(own))} us of ours`;
  return [
    {
      measure: "first SMS of orders taken in together / each alone",
      value: ratioText(result.ratio),
      aim: `>= ${AIM_RATIO}`,
      isMet: result.ratio >= AIM_RATIO,
      detail: `${perSecondText(result.subject)} against ${perSecondText(result.yardstick)}; CPU per SMS ${cpu(costs.together)}, against ${cpu(costs.alone)}`,
    },
    {
      measure: "further SMS of orders taken in together",
      value: perSecondText(more),
      aim: "",
      isMet: null,
      detail: `CPU per SMS ${cpu(costs.more)}`,
    },
  ];
}
