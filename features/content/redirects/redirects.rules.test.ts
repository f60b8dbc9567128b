import { expect, test } from "vitest";
import { findMove, leadsBack, mayMove, type Redirect } from "#features/content/redirects/redirects.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const moved = new Map(
  [
    { from: "/blog/old", to: "/blog/new", isPermanent: true },
    { from: "/help", to: "https://help.test/start?from=den", isPermanent: false },
  ].map((redirect: Redirect) => [redirect.from, redirect]),
);

test("a public address may move, and neither what people sign in for nor another program's", () => {
  for (const path of ["/blog/old", "/help", "/a/b/c.html", "/faq", "/telegram"])
    expect(mayMove(path), path).toBe(true);
  for (const path of [
    "/",
    "",
    "help",
    "/ru/help",
    "//evil.test",
    "/a//b",
    "/../x",
    "/a?b",
    "/a#b",
    "/a b",
    "/a/",
  ])
    expect(mayMove(path), path).toBe(false);
  for (const path of ["/profile", "/desk/x", "/authorization", "/admin", "/api/x", "/_next/x", "/draft/1"])
    expect(mayMove(path), path).toBe(false);
});

test("none of two hundred texts that would run a script is an address that moves", () => {
  expect(xssPayloads).toHaveLength(200);
  for (const payload of xssPayloads)
    for (const address of [payload, `/${payload}`]) expect(mayMove(address), address).toBe(false);
});

test("who comes to an old address is sent to the new one in the language and with the query of the visit", () => {
  expect(findMove(moved, "/blog/old", "")).toEqual({ to: "/blog/new", status: 308 });
  expect(findMove(moved, "/ru/blog/old", "r=5")).toEqual({ to: "/ru/blog/new?r=5", status: 308 });
  expect(findMove(moved, "/tr/help", "r=5")).toEqual({
    to: "https://help.test/start?from=den&r=5",
    status: 307,
  });
  for (const path of ["/blog/new", "/blog/old/x", "/"]) expect(findMove(moved, path, "")).toBeNull();
});

test("a new address with parameters of its own keeps them, and takes the others of the visit along", () => {
  const named = new Map([["/old", { from: "/old", to: "/new?from=den&a=%20#part", isPermanent: false }]]);
  const to = (query: string) => findMove(named, "/old", query)?.to;
  expect(to("r=5")).toBe("/new?from=den&a=%20&r=5#part");
  expect(to("from=visit&r=5&%66rom=again&a")).toBe("/new?from=den&a=%20&r=5#part");
  expect(to("q=%D1%8F+b&&q=2")).toBe("/new?from=den&a=%20&q=%D1%8F+b&q=2#part");
  expect(to("from=visit")).toBe("/new?from=den&a=%20#part");
  const part = new Map([["/old", { from: "/old", to: "/new#part", isPermanent: false }]]);
  expect(findMove(part, "/old", "r=5")?.to).toBe("/new?r=5#part");
});

test("a new address that was written with a language leads each visitor to the page in their own", () => {
  const pasted = new Map([["/old", { from: "/old", to: "/ru/new?a=1#b", isPermanent: true }]]);
  expect(findMove(pasted, "/tr/old", "")?.to).toBe("/tr/new?a=1#b");
  expect(findMove(pasted, "/ru/old", "")?.to).toBe("/ru/new?a=1#b");
  expect(findMove(pasted, "/old", "")?.to).toBe("/new?a=1#b");
  const elsewhere = new Map([["/old", { from: "/old", to: "/ru//evil.test", isPermanent: true }]]);
  expect(findMove(elsewhere, "/old", "")?.to).toBe("/evil.test");
});

test("who comes to an old address with a slash at its end is sent to the new one too", () => {
  expect(findMove(moved, "/blog/old/", "")).toEqual({ to: "/blog/new", status: 308 });
  expect(findMove(moved, "/ru/blog/old/", "r=5")).toEqual({ to: "/ru/blog/new?r=5", status: 308 });
});

test("an address that leads back to itself is found, however many others are in between; one that leads into a circle comes to an end", () => {
  const leads = (redirects: Record<string, string>) => {
    const map = new Map(
      Object.entries(redirects).map(([from, to]) => [from, { from, to, isPermanent: true }] as const),
    );
    return [...map.keys()].filter((from) => leadsBack(map, from));
  };
  expect(leads({ "/a": "/b", "/b": "/c", "/c": "/d" })).toEqual([]);
  expect(leads({ "/a": "/b", "/b": "/a" })).toEqual(["/a", "/b"]);
  expect(leads({ "/a": "/b", "/b": "/c", "/c": "/a", "/d": "/a" })).toEqual(["/a", "/b", "/c"]);
  for (const to of ["/a?x=1", "/a#part", "/a/", "/a/?x=1#part", "/ru/a"])
    expect(leads({ "/a": to }), to).toEqual(["/a"]);
  for (const to of ["/", "/?a", "/a/b", "https://a.test/a"]) expect(leads({ "/a": to }), to).toEqual([]);
});
