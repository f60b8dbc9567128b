import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { checkOutboundUrl, ForbiddenAddress, isPrivateAddress } from "#lib/net/guarded-agent.ts";

export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The address of a server that we shall call, as it may be kept. Throws ForbiddenAddress for what must not be called: other than https, a password in
 * it, a private address in any spelling, or a name that leads to one. A name that leads nowhere is taken: its server may come later,
 * and every call asks anew (`guardedAgent`).
 * @param mayBePrivate settings WEBHOOKS_MAY_BE_PRIVATE and SUPPLIERS_MAY_BE_PRIVATE: plain http and private addresses are taken too
 */
export async function checkReceiver(
  text: string,
  mayBePrivate: boolean,
  resolve: Resolve = resolveByDns,
): Promise<URL> {
  const url = checkOutboundUrl(text, mayBePrivate);
  url.hash = "";
  if (mayBePrivate) return url;
  if (url.protocol !== "https:") throw new ForbiddenAddress("Only https addresses");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return url;
  const found = await resolve(host).catch(() => []);
  if (found.some(isPrivateAddress)) throw new ForbiddenAddress("The name leads to a private address");
  return url;
}
