import {
  type Benchmark,
  checkInvariants,
  type Figure,
  perSecondText,
  ratioText,
} from "#bench/harness/benchmark.ts";
import { startApi } from "#bench/harness/children.ts";
import { microsEach } from "#bench/harness/cpu.ts";
import { apiKeyOf, fillMarket, pastOrderId } from "#bench/harness/market.ts";
import { buyForEach } from "#bench/harness/orders.ts";
import { type Comparison, compareEach } from "#bench/harness/rounds.ts";
import { startYardstick } from "#bench/harness/yardstick.ts";

const USERS = 500;
const CONNECTIONS = 32;
const RATE_AIM = 0.8;
const CPU_AIM = 1.4;
const MEMORY_AIM = 4;
/** More than can be asked for in the seconds that an answer is kept. */
const PAST_ORDERS = 150_000;

/** The addresses of one kind of question, and the beginning of every right answer. */
type Questions = { addresses: string[]; expect: string };
type Side = { port: number; pids: number[]; questions: Questions };
type Measured = Record<"rate" | "micros", Comparison>;

/** What bots ask all day, against a bare node:http server with the same SELECT, and from memory against a SELECT each. */
export const polls: Benchmark = {
  name: "polls",
  run: async ({ server, load, plan }) => {
    const db = await server.createDatabase("bench_polls");
    const pastOrders = plan.isSelfCheck ? 2_000 : PAST_ORDERS;
    await fillMarket(db, { users: USERS, stockPerOffer: plan.isSelfCheck ? 5 : 50, pastOrders });
    const open = await buyForEach(db, USERS);
    const past = Array.from({ length: pastOrders }, (_, at) => pastOrderId(at, USERS));
    const api = await startApi({ databaseUrl: db.url, folder: server.folder });
    const raw = await startYardstick({ kind: "reads", databaseUrl: db.url });
    const ofApi = (questions: Questions): Side => ({
      port: api.port,
      pids: [api.pid, server.pid],
      questions,
    });
    const ofRaw = (questions: Questions): Side => ({
      port: raw.port,
      pids: [raw.pid, server.pid],
      questions,
    });
    const asked = (action: string, userId: number, rest: string) =>
      `/stubs/handler_api.php?api_key=${apiKeyOf(userId)}&action=${action}${rest}`;
    const statuses = (orders: readonly { userId: number; id: number }[]) => ({
      ours: {
        addresses: orders.map(({ userId, id }) => asked("getStatus", userId, `&id=${id}`)),
        expect: "STATUS_",
      },
      raw: { addresses: orders.map(({ userId, id }) => `/status/${userId}/${id}`), expect: "STATUS_" },
    });
    const balances = {
      ours: {
        addresses: open.map(({ userId }) => asked("getBalance", userId, "")),
        expect: "ACCESS_BALANCE:",
      },
      raw: { addresses: open.map(({ userId }) => `/balance/${userId}`), expect: "ACCESS_BALANCE:" },
    };
    try {
      const [few, many] = [statuses(open), statuses(past)];
      const balance = await measure(ofApi(balances.ours), ofRaw(balances.raw));
      const status = await measure(ofApi(few.ours), ofRaw(few.raw));
      const bySelect = await measure(ofApi(many.ours), ofRaw(many.raw));
      const memory = await measure(ofApi(many.ours), ofApi(few.ours));
      await checkInvariants(db);
      return [
        rateFigure("getBalance", balance),
        rateFigure("getStatus", status),
        cpuFigure("getBalance", balance),
        cpuFigure("getStatus", status),
        cpuFigure("getStatus of orders that are not in memory", bySelect),
        {
          measure: "CPU of getStatus by a SELECT / from memory, all processes",
          value: ratioText(memory.micros.ratio),
          aim: `>= ${MEMORY_AIM}`,
          isMet: memory.micros.ratio >= MEMORY_AIM,
          detail: `${microsText(memory.micros)}; ${ratesText(memory.rate)}`,
        },
      ];
    } finally {
      await Promise.all([api.stop(), raw.stop()]);
      await db.drop();
    }

    async function measure(subject: Side, yardstick: Side): Promise<Measured> {
      const run = ({ port, pids, questions }: Side) => {
        const targets = questions.addresses.map((target) => ({ method: "GET", target, headers: {} }));
        const order = {
          port,
          connections: CONNECTIONS,
          seconds: plan.seconds,
          expect: questions.expect,
          targets,
        };
        return async () => {
          const { done, micros } = await microsEach(
            pids,
            () => load.run(order),
            ({ answered }) => answered,
          );
          return { rate: done.perSecond, micros };
        };
      };
      const sides = { subject: run(subject), yardstick: run(yardstick) };
      const warmUp = plan.isSelfCheck ? [] : [sides.subject, sides.yardstick, sides.subject, sides.yardstick];
      for (const side of warmUp) await side();
      return compareEach(plan.rounds, sides);
    }
  },
};

const ratesText = ({ subject, yardstick }: Comparison) =>
  `${perSecondText(subject)} against ${perSecondText(yardstick)}`;
const microsText = ({ subject, yardstick }: Comparison) =>
  `${Math.round(subject)} us against ${Math.round(yardstick)} us a poll`;

function rateFigure(name: string, { rate }: Measured): Figure {
  return {
    measure: `${name} over HTTP / node:http with the same SELECT, ${CONNECTIONS} connections`,
    value: ratioText(rate.ratio),
    aim: `>= ${RATE_AIM}`,
    isMet: rate.ratio >= RATE_AIM,
    detail: ratesText(rate),
  };
}

function cpuFigure(name: string, { rate, micros }: Measured): Figure {
  return {
    measure: `CPU of ${name} / of node:http with the same SELECT, with PostgreSQL's`,
    value: ratioText(micros.ratio),
    aim: `<= ${CPU_AIM}`,
    isMet: micros.ratio <= CPU_AIM,
    detail: `${microsText(micros)}; ${ratesText(rate)}`,
  };
}
