import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";

/** An address that a partner gave us and that we must not call: it is private, or not plain http(s). */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
  readonly code = "FORBIDDEN_ADDRESS";
}

const PRIVATE: readonly (readonly [string, number, "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  ["::", 96, "ipv6"],
  ["64:ff9b::", 96, "ipv6"],
  ["100::", 64, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
];

const privateAddresses = new BlockList();
for (const [network, prefix, family] of PRIVATE) privateAddresses.addSubnet(network, prefix, family);

/** True for loopback, private, link-local, metadata, multicast and documentation ranges (mapped IPv4 too). */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  // BlockList sees through ::ffff:a.b.c.d by itself.
  return privateAddresses.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Refuses an address before any packet is sent: scheme, credentials in it, literal private IPs. */
export function checkOutboundUrl(text: string, mayBePrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new ForbiddenAddress("Only http and https addresses");
  if (url.username || url.password) throw new ForbiddenAddress("No credentials in the address");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!mayBePrivate && isIP(host) !== 0 && isPrivateAddress(host))
    throw new ForbiddenAddress("A private address");
  return url;
}

/**
 * An undici dispatcher for addresses that strangers chose. The name is resolved once, every answer is checked and
 * exactly a checked address is connected to, so that a name which changes its mind (DNS rebinding) gains nothing.
 */
export function guardedAgent(options: { mayBePrivate: boolean; connections?: number }): Agent {
  return new Agent({
    connections: options.connections ?? 32,
    connect: { timeout: 3_000, ...(options.mayBePrivate ? {} : { lookup: guardedLookup }) },
    keepAliveTimeout: 10_000,
    pipelining: 1,
    maxHeaderSize: 16_384,
  });
}

const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const first = addresses[0];
    if (!first || addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(
        new ForbiddenAddress("The name leads to a private address") as NodeJS.ErrnoException,
        "",
        0,
      );
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
