import { stateTable } from "#lib/state-table.ts";

export const serviceRequestStates = ["open", "told", "answered", "closed"] as const;
export type ServiceRequestState = (typeof serviceRequestStates)[number];

export const serviceRequestEvents = ["tell", "answer", "close"] as const;
type ServiceRequestEvent = (typeof serviceRequestEvents)[number];

/** The state table: who asked gets one answer, that it is on sale or what the staff wrote. */
export const { nextState, statesBefore, openStates } = stateTable<ServiceRequestState, ServiceRequestEvent>(
  serviceRequestStates,
  {
    open: { tell: "told", answer: "answered", close: "closed" },
    told: {},
    answered: {},
    closed: {},
  },
);

export const serviceRequestLimits = {
  websiteCharacters: 300,
  smsCharacters: 1_000,
  /** What a buyer may name as a price: 100 000 RUB. */
  priceKopecks: 10_000_000,
  answerCharacters: 1_000,
  /** Decided requests are kept so long after their mail, open ones so long after they were sent. */
  keptDays: 30,
  openDays: 365,
} as const;

/** Hosts that many services share: what follows the host says which one is meant. */
const sharedHosts: Readonly<Record<string, (url: URL) => string | null>> = {
  "play.google.com": (url) => url.searchParams.get("id"),
  "apps.apple.com": (url) => /\/id(\d{3,15})/.exec(url.pathname)?.[1] ?? null,
  "t.me": firstPart,
  "github.com": firstPart,
  "sites.google.com": (url) => /^\/view\/([^/]+)/.exec(url.pathname)?.[1] ?? null,
};

function firstPart(url: URL): string | null {
  return url.pathname.split("/")[1] || null;
}

/**
 * One spelling of a website, by which equal requests are counted: the host in lower case without "www." and "m.", in shops
 * and directories with what names the program. Null for what is no address on the web.
 */
export function siteOf(website: string): string | null {
  const text = website.trim().replace(/^(?:https?:)?\/\//i, "");
  if (text === "" || text.length > serviceRequestLimits.websiteCharacters || /[\s@\\]/.test(text))
    return null;
  const address = `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const host = url.hostname.replace(/\.$/, "").replace(/^(?:www|m)\.(?=[^.]+\.)/, "");
  const isName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(
    host,
  );
  if (!isName || host.length > 253) return null;
  const part = sharedHosts[host]?.(url)?.toLowerCase() ?? null;
  return part === null ? host : `${host}/${part}`.slice(0, serviceRequestLimits.websiteCharacters);
}
