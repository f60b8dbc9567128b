import type { AddressInfo } from "node:net";
import { createApiApp } from "#app/api/api-app.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { pageRules } from "#features/site/page-cache.rules.ts";
import { FrontDoor } from "#lib/api/front-door/front-door.ts";
import { Health, type HealthOptions } from "#lib/api/health.ts";
import type { Db } from "#lib/db/pool.ts";

export type RealPort = {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The whole address of handler_api.php. */
  readonly handlerUrl: string;
  /** What the log of requests has got so far. */
  readonly lines: readonly Record<string, unknown>[];
  readonly stop: () => Promise<void>;
};

/**
 * The API behind its front door on a free port of this machine, for other people's programs, which do their own HTTP. `checks`: what
 * its health is asked for.
 */
export async function openRealPort(db: Db, checks: HealthOptions["checks"] = {}): Promise<RealPort> {
  const lines: Record<string, unknown>[] = [];
  const door = new FrontDoor({
    api: createApiApp(db),
    publicUrl: "http://smsden.test",
    webUrl: "http://127.0.0.1:9",
    mounts: {},
    rules: pageRules,
    trustedProxies: [],
    health: new Health({ process: "api", checks }),
    accessLog: { info: (line) => lines.push(line), flush: () => {} },
  });
  await new Promise<void>((resolve) => door.server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(door.server.address() as AddressInfo).port}`;
  return {
    origin,
    handlerUrl: `${origin}${handlerPath}`,
    lines,
    stop: async () => {
      await door.stop(100);
    },
  };
}

/** The server of a supplier delivers an SMS over the same port; its answer comes back. */
export async function deliverOver(
  { origin }: RealPort,
  pushKey: string,
  sms: { readonly smsId: number; readonly phone: number; readonly text: string },
): Promise<unknown> {
  const response = await fetch(`${origin}/api/partner/sms`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "partner" },
    body: JSON.stringify({ action: "PUSH_SMS", key: pushKey, phoneFrom: "Telegram", ...sms }),
  });
  return response.json();
}
