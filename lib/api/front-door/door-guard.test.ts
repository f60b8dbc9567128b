import { describe, expect, it } from "vitest";
import { askRaw, html, startDoor, startWeb } from "#lib/testing/front-door.ts";

describe("the guard", () => {
  const quietWeb = () => startWeb((_request, response) => html(response, "web"));

  it("puts the header set on every kind of answer", async () => {
    const immutable = { "cache-control": "public, max-age=31536000, immutable" };
    const lasting = ["/_next/static/kept.js", "/icons/sheets/kept.svg"];
    const isLasting = (path = "") => lasting.includes(path);
    const web = await startWeb((request, response) =>
      html(response, "web", isLasting(request.url) ? immutable : {}),
    );
    const { ask } = await startDoor({ webUrl: web.url, publicUrl: "https://smsden.test" });
    const kinds = [
      "/",
      "/profile",
      "/api/echo",
      "/nothing/../x",
      "/csp-report",
      "/icons/a.svg",
      "/_next/static/x.js",
    ];
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      const { headers } = await ask(path, { method: path === "/metrics" ? "POST" : "GET" });
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers["strict-transport-security"], path).toContain("max-age=31536000");
      expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    }
    // The second time they come from memory.
    for (const path of [...kinds, "/", ...lasting, ...lasting]) {
      const { headers } = await ask(path);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers["strict-transport-security"], path).toContain("max-age=31536000");
      expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
      expect(headers["referrer-policy"], path).toBeTruthy();
      expect(headers["permissions-policy"], path).toContain("camera=()");
      expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
      expect(headers["x-request-id"], path).toBeTruthy();
    }
  });

  it("puts it on event streams too, which are written straight to their connection, and on their refusals", async () => {
    const web = await quietWeb();
    const { ask } = await startDoor({
      webUrl: web.url,
      api: {
        fetch: (request, facts) => {
          const { outgoing } = facts;
          if (!outgoing || request.headers.get("x-who") === null)
            return Response.json({ code: "UNAUTHORIZED" }, { status: 401 });
          outgoing.response.writeHead(200, [...outgoing.headers, "Content-Type", "text/event-stream"]);
          outgoing.response.write("event: one\ndata: 1\n\n");
          setTimeout(() => outgoing.response.end("event: two\ndata: 2\n\n"), 20);
          return new Response(null);
        },
      },
    });
    const refused = await ask("/api/stream?types=balance");
    const streamed = await ask("/api/stream", { headers: { "x-who": "me" } });
    expect([refused.status, refused.text]).toEqual([401, '{"code":"UNAUTHORIZED"}']);
    expect([streamed.status, streamed.text]).toEqual([200, "event: one\ndata: 1\n\nevent: two\ndata: 2\n\n"]);
    for (const { headers } of [refused, streamed]) {
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["x-request-id"]).toBeTruthy();
    }
    expect((await ask("/api/stream", { method: "POST", headers: { "x-who": "me" } })).status).toBe(401);
  });

  it("never says HSTS on a plain address", async () => {
    const web = await quietWeb();
    const { ask } = await startDoor({ webUrl: web.url });
    expect((await ask("/")).headers["strict-transport-security"]).toBeUndefined();
  });

  it("refuses WebSockets, CONNECT, TRACE, the absolute form and long headers without asking anybody", async () => {
    const web = await quietWeb();
    const { port, seen } = await startDoor({ webUrl: web.url });
    const line = (first: string, more = "") =>
      `${first} HTTP/1.1\r\nHost: smsden.test\r\nConnection: close\r\n${more}\r\n`;
    const upgrade =
      "GET /api/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n";
    expect(await askRaw(port, upgrade)).toMatch(/^HTTP\/1.1 400 /);
    expect(await askRaw(port, upgrade.replace("/api/x", "http://10.0.0.1/x"))).toMatch(/^HTTP\/1.1 400 /);
    expect(await askRaw(port, line("CONNECT a:443"))).toMatch(/^HTTP\/1.1 405 /);
    expect(await askRaw(port, line("TRACE /"))).toMatch(/^HTTP\/1.1 405 /);
    expect(await askRaw(port, line("TRACK /"))).toMatch(/^HTTP\/1.1 405 /);
    expect(await askRaw(port, line("GET http://other.test/x"))).toMatch(/^HTTP\/1.1 400 /);
    expect(await askRaw(port, line("GET /", "hOsT: other.test\r\n"))).toMatch(/^HTTP\/1.1 400 /);
    expect(await askRaw(port, line("GET /api/x", "Host: smsden.test\r\n"))).toMatch(/^HTTP\/1.1 400 /);
    expect(await askRaw(port, line("GET /", `Cookie: ${"a".repeat(40_000)}\r\n`))).toMatch(/^HTTP\/1.1 431 /);
    expect(
      await askRaw(port, line("POST /api/x", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n")),
    ).toMatch(/^HTTP\/1.1 400 /);
    expect([web.asked.length, seen.length]).toEqual([0, 0]);
  });

  it("takes a request that offers h2c as the plain request it is", async () => {
    const web = await quietWeb();
    const { port } = await startDoor({ webUrl: web.url });
    const text =
      "GET /api/echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n";
    expect(await askRaw(port, text)).toMatch(/^HTTP\/1.1 200 /);
  });

  it("answers 413 to a body beyond the limit", async () => {
    const web = await quietWeb();
    const { ask, seen } = await startDoor({ webUrl: web.url });
    const answer = await ask("/api/x", {
      method: "POST",
      body: "x".repeat(11 * 1024 * 1024),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).error.code).toBe("PAYLOAD_TOO_LARGE");
    expect(seen.length).toBe(0);
  });

  it("serves others while 200 connections dribble their headers, and cuts those off", async () => {
    const web = await quietWeb();
    const { port, ask } = await startDoor({ webUrl: web.url, headersTimeoutMs: 400 });
    const slow = Array.from({ length: 200 }, () =>
      askRaw(port, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", 4_000),
    );
    expect((await ask("/")).status).toBe(200);
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it("answers other methods on pages and Server Action probes without the renderer", async () => {
    const web = await quietWeb();
    const { ask } = await startDoor({ webUrl: web.url });
    expect((await ask("/", { method: "POST", body: "x" })).status).toBe(405);
    expect((await ask("/", { method: "POST", body: "x", headers: { "next-action": "abc" } })).status).toBe(
      404,
    );
    expect((await ask("//profile")).headers.location).toBe("/profile");
    expect((await ask("/%70rofile")).headers.location).toBe("/profile");
    expect((await ask("/./profile")).status).toBe(404);
    expect((await ask("/profile.segments/_tree.segment.rsc")).status).toBe(404);
    expect(web.asked.length).toBe(0);
  });

  it("believes forwarding headers only of a configured proxy", async () => {
    const web = await quietWeb();
    const spoof = { "x-forwarded-for": "6.6.6.6, 198.51.100.7", "x-request-id": "from-the-proxy-1" };
    const open = await startDoor({ webUrl: web.url });
    expect(JSON.parse((await open.ask("/api/echo", { headers: spoof })).text).ip).toBe("127.0.0.1");
    expect(open.seen[0]!.request.headers.get("x-forwarded-for")).toBeNull();
    const behind = await startDoor({ webUrl: web.url, trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
    const answer = await behind.ask("/api/echo", { headers: spoof });
    expect(JSON.parse(answer.text).ip).toBe("198.51.100.7");
    expect(answer.headers["x-request-id"]).toBe("from-the-proxy-1");
  });

  it("serves partners where programs of this trade call, whatever the host", async () => {
    const web = await quietWeb();
    const { ask, seen } = await startDoor({ webUrl: web.url });
    for (const host of ["smsden.test", "api.smsden.test"]) {
      seen.length = 0;
      await ask("/agent/api/sms", { method: "POST", headers: { host }, body: "{}" });
      await ask("/agent/api/ping?now", { headers: { host } });
      expect(seen.map(({ request }) => new URL(request.url).pathname)).toEqual([
        "/api/partner/sms",
        "/api/partner/ping",
      ]);
    }
  });

  it("takes /stubs/handler_api without its ending for handler_api.php, whatever the host and method", async () => {
    const web = await quietWeb();
    const { ask, seen } = await startDoor({ webUrl: web.url });
    for (const host of ["smsden.test", "api.smsden.test"]) {
      for (const method of ["GET", "POST"]) {
        seen.length = 0;
        await ask("/stubs/handler_api?action=getBalance&api_key=k", { method, headers: { host } });
        const url = new URL(seen[0]!.request.url);
        expect([url.pathname, url.searchParams.get("action")]).toEqual([
          "/stubs/handler_api.php",
          "getBalance",
        ]);
      }
    }
    seen.length = 0;
    await ask("/stubs/handler_apis?action=getBalance");
    expect(new URL(seen[0]!.request.url).pathname).toBe("/stubs/handler_apis");
  });

  it("takes the root of the api host as handler_api and shows no pages there", async () => {
    const web = await quietWeb();
    const { ask, seen } = await startDoor({ webUrl: web.url });
    await ask("/?action=getBalance&api_key=k", { headers: { host: "api.smsden.test" } });
    expect(new URL(seen[0]!.request.url).pathname).toBe("/stubs/handler_api.php");
    expect(new URL(seen[0]!.request.url).searchParams.get("action")).toBe("getBalance");
    expect((await ask("/services", { headers: { host: "api.smsden.test" } })).status).toBe(404);
  });
});
