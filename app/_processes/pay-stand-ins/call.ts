import type { IncomingHttpHeaders } from "node:http";
import type { HostedPayment, StandInStore } from "#app/_processes/pay-stand-ins/store.ts";

/** A call of a provider's API as it came in; `path` is below the provider's own address. */
export type ApiCall = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A text goes out as it is, anything else as JSON. */
export type ApiAnswer = { readonly status: number; readonly body: unknown };

export type Notice = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** What the providers need of their surroundings. */
export type StandInContext = {
  readonly store: StandInStore;
  /** Where people find a payment's page. */
  readonly pageOf: (payment: Pick<HostedPayment, "provider" | "id">) => string;
};

/** A simulated provider: its API, and its notices signed as the real one signs them. */
export type StandIn = {
  /** Null where there is nothing. */
  answer(ground: StandInContext, call: ApiCall): ApiAnswer | null;
  notice(ground: StandInContext, payment: HostedPayment): Notice;
};

/** JSON out of members whose values are JSON texts, in their order. */
export function objectText(members: Readonly<Record<string, string>>): string {
  return `{${Object.entries(members)
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`;
}
