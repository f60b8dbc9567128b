import { readdirSync } from "node:fs";
import path from "node:path";
import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { config, proxy } from "#proxy.ts";

function visit(path: string, headers: Record<string, string> = {}) {
  return proxy(new NextRequest(`http://localhost:3001${path}`, { headers }));
}
const location = (response: Response) => response.headers.get("location");
const rewrittenTo = (response: Response) => {
  const target = response.headers.get("x-middleware-rewrite");
  return target === null ? null : new URL(target).pathname;
};
const passedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

test("what lies in public/ is no page: it never comes here, a service of the same beginning does", () => {
  const isMet = (address: string) =>
    config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(address));
  const files = readdirSync(path.join(import.meta.dirname, "public"), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `/${path.relative(path.join(import.meta.dirname, "public"), path.join(entry.parentPath, entry.name))}`,
    );
  expect(files).toContain("/favicon.ico");
  expect(files.filter(isMet)).toEqual([]);
  expect(["/", "/telegram", "/ru", "/iconic", "/mailbox-guide"].filter((address) => !isMet(address))).toEqual(
    [],
  );
});

describe("addresses", () => {
  test.each([
    ["/en", "/"],
    ["/en/services?a=1", "/services?a=1"],
    ["/ru/", "/ru"],
    ["/services/", "/services"],
    ["//evil.example/x/", "/evil.example/x"],
    ["/ru//profile", "/ru/profile"],
  ])("%s is tidied to %s in one redirect of our own", (path, tidy) => {
    const response = visit(path);
    expect(response.status).toBe(308);
    expect(location(response)).toBe(`http://localhost:3001${tidy}`);
  });

  test.each([
    ["/", "/en"],
    ["/ru", "/ru"],
    ["/telegram", "/en/telegram"],
    ["/hi/countries/india", "/hi/countries/india"],
    ["/xx/yy", "/en/xx/yy"],
  ])("%s is rendered by %s", (path, target) => {
    expect(rewrittenTo(visit(path))).toBe(target);
  });
});

/** How the front door asks for a copy that it will show to everybody. */
const fill = { "x-sms-den-fill": "0123456789abcdef0123456789abcdef" };

describe("public pages", () => {
  test("made for the cache carry no cookies and the nonce of their fill, which the front door takes out again", () => {
    const response = visit("/telegram", fill);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("content-security-policy")).toBeNull();
    expect(passedOn(response, "x-nonce")).toBe(fill["x-sms-den-fill"]);
    expect(passedOn(response, "content-security-policy")).toContain(`'nonce-${fill["x-sms-den-fill"]}'`);
  });

  test("asked for by one visitor have a nonce and first-visit cookies, the referral code among them", () => {
    const response = visit("/?r=bear1");
    expect(response.headers.get("set-cookie")).toContain("r=bear1; Path=/; Max-Age=31536000");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(passedOn(response, "x-nonce")).toMatch(/^[0-9a-f]{32}$/);
  });

  test("a link of the staff lets a guest pay before there is an account", () => {
    const cookiesOf = (address: string) => visit(address).headers.getSetCookie().join("\n");
    expect(cookiesOf("/pay?service=tg&payment-test=1")).toMatch(/^payment-test=1;/m);
    expect(cookiesOf("/pay?service=tg")).not.toMatch(/^payment-test=/m);
  });

  test("what a client says in our own headers is not passed on", () => {
    const response = visit("/", {
      ...fill,
      "x-nonce": "mine",
      "content-security-policy": "x",
      "x-next-intl-locale": "ru",
      "x-page-address": "//evil.example",
    });
    expect(passedOn(response, "x-page-address")).toBe("/");
    expect(passedOn(response, "x-nonce")).toBe(fill["x-sms-den-fill"]);
    expect(passedOn(response, "content-security-policy")).toContain(`'nonce-${fill["x-sms-den-fill"]}'`);
    expect(passedOn(response, "x-next-intl-locale")).toBe("en");
  });
});

describe("private pages", () => {
  test.each([
    ["/profile", "/authorization?goback=1&to=%2Fprofile"],
    ["/ru/profile/pay?service=tg", "/ru/authorization?goback=1&to=%2Fprofile%2Fpay%3Fservice%3Dtg"],
    [
      "/hi/profile/history?tab=incoming",
      "/hi/authorization?goback=1&to=%2Fprofile%2Fhistory%3Ftab%3Dincoming",
    ],
    ["/success-payment?payment=7", "/authorization?goback=1&to=%2Fsuccess-payment%3Fpayment%3D7"],
    ["/partner/sim-card", "/authorization?goback=1&to=%2Fpartner%2Fsim-card"],
  ])("%s sends a visitor without a session to %s, where the way back is kept", (path, target) => {
    const response = visit(path);
    expect(response.status).toBe(307);
    expect(location(response)).toBe(`http://localhost:3001${target}`);
  });

  test("headers that once made the framework skip this check change nothing", () => {
    const chain = Array.from({ length: 5 }, () => "middleware").join(":");
    expect(visit("/profile", { "x-middleware-subrequest": chain }).status).toBe(307);
    expect(visit("/profile", { "x-page-mark": "guess" }).status).toBe(307);
  });

  test("get a nonce of their own each time, and may be stored by nobody", () => {
    const [first, second] = [visit("/authorization"), visit("/authorization")];
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    expect(first.headers.get("content-security-policy")).toContain(`'nonce-${passedOn(first, "x-nonce")}'`);
    expect(passedOn(first, "x-nonce")).not.toBe(passedOn(second, "x-nonce"));
  });

  test("are for one visitor even when asked for as a copy for all", () => {
    expect(visit("/registration", fill).headers.get("content-security-policy")).toContain("'nonce-");
  });

  test("a similar word is a page of its own", () => {
    expect(rewrittenTo(visit("/profiles"))).toBe("/en/profiles");
  });
});
