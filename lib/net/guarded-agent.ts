import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";

/** An address that a partner gave us and that we must not call: it is private, or not plain http(s). */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
  readonly code = "FORBIDDEN_ADDRESS";
}

/**
 * What is nobody's server on the internet: the blocks of IANA's registries of special-purpose addresses (November 2026; those that
 * may be reached from everywhere, as AS112's, hold nobody's server either), multicast, and the address by which Azure serves
 * its machines. Of IPv6 only 2000::/3 is given out at all.
 */
const PRIVATE: readonly (readonly [string, number, "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.31.196.0", 24, "ipv4"],
  ["192.52.193.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["192.175.48.0", 24, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  // Unspecified, loopback, IPv4 in its disguises (::, ::ffff:0:0, 64:ff9b::, 64:ff9b:1::), discard-only (100::).
  ["::", 3, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["2620:4f:8000::", 48, "ipv6"],
  ["3fff::", 20, "ipv6"],
  // SRv6 (5f00::), and what was never given out.
  ["4000::", 2, "ipv6"],
  // Unique local (fc00::), link-local (fe80::), the former site-local (fec0::), multicast (ff00::).
  ["8000::", 1, "ipv6"],
];

/** One list per family: a list of both takes the IPv4 addresses for those of ::ffff:0:0/96. */
const privateAddresses = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix, family] of PRIVATE) privateAddresses[family].addSubnet(network, prefix, family);

/** True for loopback, private, link-local, metadata, multicast and documentation ranges, and for IPv4 written as IPv6. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  const family = version === 6 ? "ipv6" : "ipv4";
  return privateAddresses[family].check(address, family);
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
