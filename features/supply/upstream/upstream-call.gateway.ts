import { type CallLimits, callServer, sendGet } from "#features/supply/agent-call.gateway.ts";
import type { Exchange } from "#features/supply/health/exchange.gateway.ts";
import type { UpstreamCurrency } from "#features/supply/upstream-money.rules.ts";

/** Another shop, and what it counts in. `key` is in the clear; never log it. */
export type Upstream = {
  /** Its handler_api.php. */
  readonly baseUrl: string;
  readonly key: string;
  readonly currency: UpstreamCurrency;
  readonly rateKopecks: number;
};

/** Asks another shop by its protocol and reads its answer as text. Throws AgentFault. */
export function callUpstream(
  { baseUrl, key }: Upstream,
  action: string,
  parameters: Readonly<Record<string, string>>,
  limits: CallLimits,
  exchange: Exchange,
): Promise<string> {
  const question = { action, ...parameters };
  return callServer(
    {
      ...{ baseUrl, key, question },
      send: (url, signal) => {
        for (const [name, value] of Object.entries({ api_key: key, ...question }))
          url.searchParams.set(name, value);
        return sendGet(url, signal);
      },
    },
    limits,
    exchange,
  );
}
