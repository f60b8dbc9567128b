import { describe, expect, it } from "vitest";
import { checkOutboundUrl, ForbiddenAddress, isPrivateAddress } from "#lib/net/guarded-agent.ts";

describe("guard of outbound addresses", () => {
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
  ])("%s is private", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111"])("%s is public", (address) => {
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
  ])("refuses %s", (address) => {
    expect(() => checkOutboundUrl(address, false)).toThrow(ForbiddenAddress);
  });

  it("lets the default start's own SIM bank be on loopback when the setting says so", () => {
    expect(checkOutboundUrl("http://127.0.0.1:4000/agent", true).port).toBe("4000");
    expect(() => checkOutboundUrl("http://user:pass@127.0.0.1/", true)).toThrow(ForbiddenAddress);
  });
});
