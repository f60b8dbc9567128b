import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

export type ClientFacts = {
  readonly ip: string;
  readonly isHttps: boolean;
  readonly requestId: string | null;
};

/** `::ffff:10.0.0.1` is the same machine as `10.0.0.1`. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

/** Proxies' addresses and networks (`10.0.0.0/8`) as a list to be asked. Throws on an entry that is no address. */
export function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (!isIP(address))
      throw new Error(`Setting TRUSTED_PROXIES is wrong: "${entry}" is no IP address or network.`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * Tells who calls. The x-forwarded-* headers of a peer count only if the peer is one of `trusted`
 * (addresses or networks such as `10.0.0.0/8`); the list is walked from the right, past our own proxies,
 * to the first address that they saw themselves. Throws on an entry that is no address.
 */
export function createClientReader(trusted: readonly string[], publicIsHttps: boolean) {
  const list = toBlockList(trusted);
  const isTrusted = (address: string) =>
    trusted.length > 0 && isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return (request: IncomingMessage): ClientFacts => {
    const peer = plainAddress(request.socket.remoteAddress ?? "0.0.0.0");
    if (!isTrusted(peer)) return { ip: peer, isHttps: publicIsHttps, requestId: null };
    const { headers } = request;
    const hops = String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((hop) => plainAddress(hop.trim()));
    let ip = peer;
    for (const hop of hops.reverse()) {
      if (!isIP(hop)) break;
      ip = hop;
      if (!isTrusted(hop)) break;
    }
    const scheme = headers["x-forwarded-proto"];
    const given = headers["x-request-id"];
    return {
      ip,
      isHttps: scheme === undefined ? publicIsHttps : scheme === "https",
      requestId: typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : null,
    };
  };
}
