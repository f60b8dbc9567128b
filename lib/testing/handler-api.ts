import { Hono } from "hono";
import sql from "sql-template-tag";
import { type ApiContext, type ApiEnv, type ApiHono, requestFacts } from "#lib/api/mount.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import type { ApiBuyer } from "#lib/testing/api-buyer.ts";

export type Sent = Record<string, string | number>;

export type HandlerApi = {
  readonly ask: (buyer: ApiBuyer | null, parameters: Sent, init?: RequestInit) => Promise<Response>;
  /** The answer's bytes. */
  readonly say: (buyer: ApiBuyer | null, parameters: Sent, init?: RequestInit) => Promise<string>;
  /** Buys a Telegram number. */
  readonly buy: (buyer: ApiBuyer, parameters: Sent) => Promise<{ id: string; number: string }>;
  /** An SMS as the order's own supplier delivers it. */
  readonly push: (id: string, text: string, sender?: string) => Promise<void>;
};

/** The product's part: where the protocol is, and how an SMS of a supplier comes in. */
export type HandlerParts = {
  readonly path: string;
  readonly mount: (app: ApiHono, ground: Pick<ApiContext, "db">) => void;
  readonly receive: (
    db: Db,
    sms: { supplierId: number; phone: number; smsId: bigint; sender: string; text: string },
  ) => Promise<unknown>;
};

let smsIds = 10_000_000n;

/** The bots' protocol on a test's database. */
export function handlerApiOn(db: Db, { path, mount, receive }: HandlerParts): HandlerApi {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  mount(app, { db });
  const ask: HandlerApi["ask"] = async (buyer, parameters, init = {}) => {
    const all = Object.entries({ ...(buyer ? { api_key: buyer.key } : {}), ...parameters });
    const query = new URLSearchParams(all.map(([name, value]) => [name, String(value)]));
    return app.request(`${path}?${query}`, init);
  };
  const say: HandlerApi["say"] = async (...question) => (await ask(...question)).text();
  return {
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
      await receive(db, { ...from, smsId: smsIds, sender, text });
    },
  };
}
