import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isInternalHeader,
  judgePath,
  refusalOf,
  withoutInternalHeaders,
} from "#lib/api/front-door/request-guard.ts";

function request(method: string, url: string, headers: Record<string, string> = {}): IncomingMessage {
  return { method, url, headers, rawHeaders: Object.entries(headers).flat() } as unknown as IncomingMessage;
}

describe("headers of our own machinery", () => {
  it.each([
    "x-middleware-subrequest",
    "x-middleware-rewrite",
    "x-nextjs-data",
    "x-invoke-path",
    "x-next-intl-locale",
    "x-sms-den-fill",
    "x-forwarded-host",
    "x-forwarded-for",
    "forwarded",
    "x-real-ip",
    "x-original-url",
    "x-request-id",
  ])("a caller's own %s is dropped at the door", (name) => {
    expect(isInternalHeader(name)).toBe(true);
    expect(withoutInternalHeaders(["Host", "a", name.toUpperCase(), "evil", "Accept", "b"])).toEqual([
      "Host",
      "a",
      "Accept",
      "b",
    ]);
  });

  it("leaves a request without them alone", () => {
    const raw = ["Host", "a", "RSC", "1", "X-User-Locale", "ru", "X-Session-Token", "frnt1"];
    expect(withoutInternalHeaders(raw)).toBe(raw);
  });
});

describe("request lines", () => {
  it.each(["TRACE", "TRACK", "CONNECT", "PROPFIND"])("the method %s is refused with 405", (method) => {
    expect(refusalOf(request(method, "/"), 10)?.status).toBe(405);
  });

  it("an address in its absolute form is refused", () => {
    expect(refusalOf(request("GET", "http://other.example/x"), 10)?.status).toBe(400);
    expect(refusalOf(request("OPTIONS", "*"), 10)?.status).toBe(400);
  });

  it("refuses bodies beyond the limit and Server Action probes", () => {
    expect(refusalOf(request("POST", "/api/x", { "content-length": "11" }), 10)?.status).toBe(413);
    expect(refusalOf(request("POST", "/api/x", { "content-length": "10" }), 10)).toBeNull();
    expect(refusalOf(request("POST", "/", { "next-action": "1" }), 10)?.status).toBe(404);
  });
});

describe("one spelling per page", () => {
  it.each(["/", "/ru", "/profile", "/countries/cote-d-ivoire", "/services/", "/blog/a.b", "/x/%D0%B0"])(
    "the address %s is plain already",
    (path) => {
      expect(judgePath(path).kind).toBe("plain");
    },
  );

  it.each([
    ["//profile", "/profile"],
    ["/%70rofile", "/profile"],
    ["/ru//profile", "/ru/profile"],
    ["/%5f_next", "/__next"],
  ])("the address %s leads to its plain form %s", (path, to) => {
    expect(judgePath(path)).toEqual({ kind: "redirect", to });
  });

  it.each([
    "/./profile",
    "/profile.rsc",
    "/profile.segments/_tree.segment.rsc",
    "/ru/profile.segments/x",
    "/a/../profile",
    "/%2e%2e/profile",
    "/a%2fb",
    "/a%5cb",
    "/a\\b",
    "/%00",
    "/%zz",
    "/a%0d%0ab",
  ])("%s is the address of nothing", (path) => {
    expect(judgePath(path).kind).toBe("none");
  });

  it("a redirect leads to a plain path on this host", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("/", "%", "2", "f", "7", "0", ".", "a", "e", "\\") }),
        (text) => {
          const verdict = judgePath(`/${text}`);
          if (verdict.kind !== "redirect") return;
          expect(verdict.to.startsWith("//")).toBe(false);
          expect(judgePath(verdict.to).kind).not.toBe("redirect");
        },
      ),
    );
  });
});
