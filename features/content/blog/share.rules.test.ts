import { describe, expect, test } from "vitest";
import { shareByMail, shareLinks } from "#features/content/blog/share.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const url = "https://smsden.test/ru/blog/a?b=1&c=2#d";
const valuesOf = (address: string) => [...new URL(address).searchParams.values()].join("\n");

describe("what is shared", () => {
  test("comes to each network whole, with the address and, where the network takes one, the title", () => {
    const title = "Числа: 50 % + 1 & «два»";
    for (const link of shareLinks({ title, url })) {
      expect(valuesOf(link.url), link.network).toContain(url);
      if (link.network !== "facebook") expect(valuesOf(link.url), link.network).toContain(title);
    }
  });

  test("comes into a mail with its title and address, and with spaces as they are", () => {
    const mail = shareByMail({ title: "One code & more", url });
    expect(mail).toBe(`mailto:?subject=One%20code%20%26%20more&body=${encodeURIComponent(url)}`);
  });

  test("adds nothing to the address of a network, whatever its title holds", () => {
    const plain = shareLinks({ title: "a", url });
    for (const title of xssPayloads)
      for (const [at, link] of shareLinks({ title, url }).entries()) {
        const [given, usual] = [new URL(link.url), new URL(plain[at]?.url ?? "")];
        expect([given.origin, given.pathname, given.hash], title).toEqual([usual.origin, usual.pathname, ""]);
        expect([...given.searchParams.keys()]).toEqual([...usual.searchParams.keys()]);
      }
  });
});
