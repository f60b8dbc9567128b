import { describe, expect, it } from "vitest";
import { checkOutboundUrl, ForbiddenAddress, isPrivateAddress } from "#lib/net/guarded-agent.ts";

/** First and last address of every block of IANA's special-purpose registries, and of what we add to them. */
const SPECIAL: readonly (readonly [block: string, first: string, last: string])[] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255"],
  ["168.63.129.16/32 (Azure)", "168.63.129.16", "168.63.129.16"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255"],
  ["224.0.0.0/4 (multicast)", "224.0.0.0", "239.255.255.255"],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255"],
  ["::/128, ::1/128", "::", "::1"],
  ["::/96 (IPv4-compatible)", "::8.8.8.8", "::ffff:ffff"],
  ["::ffff:0:0/96", "::ffff:0.0.0.0", "::ffff:8.8.8.8"],
  ["::ffff:0:0:0/96 (translated IPv4)", "::ffff:0:0.0.0.0", "::ffff:0:255.255.255.255"],
  ["64:ff9b::/96", "64:ff9b::", "64:ff9b::ffff:ffff"],
  ["64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::/64", "100::", "100::ffff:ffff:ffff:ffff"],
  ["100:0:0:1::/64", "100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::/48", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::/10 (former site-local)", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::/8 (multicast)", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

describe("guard of outbound addresses", () => {
  it.each(SPECIAL)("nothing of %s is called", (_block, first, last) => {
    expect([first, last].filter((address) => !isPrivateAddress(address))).toEqual([]);
    for (const address of [first, last])
      expect(() =>
        checkOutboundUrl(`http://${address.includes(":") ? `[${address}]` : address}/`, false),
      ).toThrow(ForbiddenAddress);
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "172.31.0.1",
    "192.168.1.1",
    "0.0.0.0",
    "100.100.100.200",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "fd00::1",
    "fe80::1",
    "64:ff9b::7f00:1",
    "224.0.0.1",
    "not-an-address",
  ])("%s counts as a private address", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    "8.8.8.8",
    "93.184.216.34",
    "168.63.129.17",
    "172.32.0.0",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700::1111",
    "2001:200::1",
    "2a00:1450::1",
    "3ffe::1",
  ])("%s counts as a public address", (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each([
    "ftp://example.com",
    "file:///etc/passwd",
    "http://user:pass@example.com",
    "http://127.0.0.1:80/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "nonsense",
  ])("an address like %s is never called", (address) => {
    expect(() => checkOutboundUrl(address, false)).toThrow(ForbiddenAddress);
  });

  it("lets the default start's own SIM bank be on loopback when the setting says so", () => {
    expect(checkOutboundUrl("http://127.0.0.1:4000/agent", true).port).toBe("4000");
    expect(() => checkOutboundUrl("http://user:pass@127.0.0.1/", true)).toThrow(ForbiddenAddress);
  });
});
