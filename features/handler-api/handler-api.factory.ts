import { Hono } from "hono";
import sql from "sql-template-tag";
import { deliverSms } from "#features/activations/activations.writes.ts";
import type { ApiBuyer } from "#features/activations/buyers.factory.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { mountHandlerApi } from "#features/handler-api/handler-api.routes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { type ApiEnv, requestFacts } from "#lib/api/mount.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

export type Sent = Record<string, string | number>;

export type HandlerApi = {
  readonly app: Hono<ApiEnv>;
  readonly ask: (buyer: ApiBuyer | null, parameters: Sent, init?: RequestInit) => Promise<Response>;
  /** The answer's bytes. */
  readonly say: (buyer: ApiBuyer | null, parameters: Sent, init?: RequestInit) => Promise<string>;
  /** Buys a Telegram number. */
  readonly buy: (buyer: ApiBuyer, parameters: Sent) => Promise<{ id: string; number: string }>;
  /** An SMS as the order's own supplier delivers it. */
  readonly push: (id: string, text: string, sender?: string) => Promise<void>;
};

let smsIds = 10_000_000n;

/** The bots' protocol on a test's database. */
export function handlerApiOn(db: Db): HandlerApi {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  mountHandlerApi(app, { db });
  const ask: HandlerApi["ask"] = async (buyer, parameters, init = {}) => {
    const all = Object.entries({ ...(buyer ? { api_key: buyer.key } : {}), ...parameters });
    const query = new URLSearchParams(all.map(([name, value]) => [name, String(value)]));
    return app.request(`${handlerPath}?${query}`, init);
  };
  const say: HandlerApi["say"] = async (...question) => (await ask(...question)).text();
  return {
    app,
    ask,
    say,
    buy: async (buyer, parameters) => {
      const answer = await say(buyer, { action: "getNumber", service: "tg", ...parameters });
      const match = /^ACCESS_NUMBER:(\d+):(\d+)$/.exec(answer);
      if (!match) throw new Error(`Not bought: ${answer}`);
      return { id: match[1] ?? "", number: match[2] ?? "" };
    },
    push: async (id, text, sender = "Telegram") => {
      smsIds += 1n;
      const from = await one<{ supplierId: number; phone: number }>(
        db,
        sql`select supplier_id as "supplierId", number as phone from activations where id = ${Number(id)}`,
      );
      await receiveSms(db, { ...from, smsId: smsIds, sender, text }, deliverSms);
    },
  };
}
