import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import type { FrontDoorOptions } from "#lib/api/front-door/front-door.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { askRaw, html, startDoor, startWeb } from "#lib/testing/front-door.ts";

describe("passing private pages on", () => {
  it("keeps the renderer's cookies and nonce, and tells it our own name whatever Host says", async () => {
    const web = await startWeb((request, response) => {
      response.writeHead(200, {
        "content-type": "text/html",
        "set-cookie": ["a=1", "b=2"],
        "content-security-policy": "script-src 'nonce-x'",
      });
      response.end(
        `${request.headers.host} ${request.headers["x-middleware-subrequest"]} ${request.headers["x-forwarded-host"]}`,
      );
    });
    const { ask } = await startDoor({ webUrl: web.url });
    const answer = await ask("/profile", {
      headers: {
        host: "evil.test",
        "x-middleware-subrequest": "src/middleware",
        "x-forwarded-host": "evil.test",
      },
    });
    expect(answer.text).toBe("smsden.test undefined undefined");
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(answer.headers["content-security-policy"]).toMatch(/^script-src 'nonce-x'; report-uri/);
    expect(answer.headers["cache-control"]).toContain("no-store");
  });

  it("sends out no header by which the renderer and its proxy speak, but what its router in the browser reads of flight data", async () => {
    const internal = {
      "x-middleware-rewrite": "/en/profile",
      "x-middleware-set-cookie": "a=1",
      "x-nextjs-cache": "HIT",
      "x-nextjs-rewritten-path": "/en/profile",
      "x-matched-path": "/[locale]",
    };
    const web = await startWeb((request, response) => {
      const type = request.headers.rsc === undefined ? "text/html" : "text/x-component";
      response.writeHead(request.url === "/failing" ? 500 : 200, { "content-type": type, ...internal });
      response.end("done");
    });
    const { ask } = await startDoor({ webUrl: web.url });
    const internalOf = async (path: string, headers = {}) =>
      Object.keys((await ask(path, { headers })).headers).filter((name) => name in internal);
    for (const path of ["/", "/", "/profile", "/failing", "/_next/static/x.js"])
      expect(await internalOf(path), path).toEqual([]);
    expect(await internalOf("/profile", { rsc: "1" })).toEqual(["x-nextjs-rewritten-path"]);
  });

  it("makes redirects of the renderer relative", async () => {
    const web = await startWeb((_request, response) => {
      response.writeHead(307, { location: "http://smsden.test/authorization?goback=1" });
      response.end();
    });
    const { ask } = await startDoor({ webUrl: web.url });
    expect((await ask("/profile")).headers.location).toBe("/authorization?goback=1");
  });

  it("sends on whoever comes to an address that has moved, without asking the renderer", async () => {
    const web = await startWeb((_request, response) => html(response, "web"));
    const { ask } = await startDoor({
      webUrl: web.url,
      findMove: (path, query) => (path === "/old" ? { to: `/new?${query}`, status: 307 } : null),
    });
    const sent = await ask("/old?r=5");
    expect([sent.status, sent.headers.location]).toEqual([307, "/new?r=5"]);
    expect(sent.headers["cache-control"]).toBe("no-store");
    expect((await ask("/old", { method: "POST", body: "x" })).status).toBe(405);
    expect(web.asked).toEqual([]);
    expect((await ask("/new")).text).toContain("web");
  });

  it("shows private servers below their path, and nothing where there is none", async () => {
    const web = await startWeb((_request, response) => html(response, "web"));
    const mailbox = await startWeb((request, response) => {
      response.end(`${request.method} ${request.url}`);
    });
    const { ask } = await startDoor({ webUrl: web.url, mounts: { "/mailbox": mailbox.url } });
    expect((await ask("/mailbox/1?x=2", { method: "POST", body: "a" })).text).toBe("POST /mailbox/1?x=2");
    expect((await ask("/mailboxes")).text).toContain("web");
    expect((await ask("/test-gateway")).text).toContain("web");
  });
});

/** By which other machines reach this one; those that want an interface named are left out. */
function addressesForOthers(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith("fe80:"))
    .map(({ address }) => address);
}

describe("the private servers of the default start", () => {
  const startMounted = async (options: Partial<FrontDoorOptions> = {}, host?: string) => {
    const web = await startWeb((_request, response) => html(response, "web", {}, 404));
    const mailbox = await startWeb((_request, response) => void response.end("somebody's mail"));
    return startDoor({ webUrl: web.url, mounts: { "/mailbox": mailbox.url }, ...options }, host);
  };
  const elsewhere = { headers: { "x-forwarded-for": "198.51.100.7" } };

  it("are shown to people on this machine and to nobody beyond it", async () => {
    for (const trustedProxies of [[], ["127.0.0.1"]]) {
      const { ask } = await startMounted({ trustedProxies });
      expect((await ask("/mailbox/1")).text).toBe("somebody's mail");
      for (const method of ["GET", "POST"]) {
        const { status, text } = await ask("/mailbox/1", { ...elsewhere, method });
        expect([status < 400, text.includes("mail")]).toEqual([false, false]);
      }
    }
  });

  it("are shown to nobody who comes by one of the machine's addresses that others reach, whatever is sent along", async (test) => {
    const addresses = addressesForOthers();
    test.skip(addresses.length === 0, "this machine has no address beside loopback");
    const claims: Record<string, string>[] = [{}, { "x-forwarded-for": "127.0.0.1" }, { host: "localhost" }];
    for (const address of addresses) {
      for (const trustedProxies of [[], [address]]) {
        const { ask } = await startMounted({ trustedProxies }, address);
        for (const method of ["GET", "POST"])
          for (const headers of claims) {
            const { status, text } = await ask("/mailbox/1", { method, headers });
            expect([status < 400, text.includes("mail")], `${address} ${method}`).toEqual([false, false]);
          }
      }
      // The same door by the same address, so that what was refused above was the mailbox.
      const open = await startMounted({ mountsAreOpen: true }, address);
      expect((await open.ask("/mailbox/1")).text).toBe("somebody's mail");
    }
  });

  it("are shown beyond it when the operator says so", async () => {
    const { ask } = await startMounted({ mountsAreOpen: true });
    expect((await ask("/mailbox/1", elsewhere)).text).toBe("somebody's mail");
  });
});

describe("what is written down", () => {
  it("writes one line per request with route, status and actor, and never a key or a token", async () => {
    const web = await startWeb((_request, response) => html(response, "web"));
    const { ask, lines } = await startDoor({ webUrl: web.url });
    const key = "0123456789abcdef0123456789abcdef";
    await ask(`/stubs/handler_api.php?api_key=${key}&action=getBalance&service=tg`);
    await ask(`/api/echo?token=${key}&email=a@b.c`, {
      headers: { authorization: `Bearer ${key}`, cookie: `authToken=${key}` },
    });
    await ask(`/confirm/${key}`);
    await ask(`/confirm/short?code=${key}`);
    expect(lines.length).toBe(4);
    const text = JSON.stringify(lines);
    expect(text).not.toContain(key);
    expect(text).not.toContain("a@b.c");
    expect(text).not.toContain("confirm/short");
    expect(lines[0]).toMatchObject({ method: "GET", status: 200, actorId: 7, ip: "127.0.0.1" });
    expect(lines[0]!.target).toBe("/stubs/handler_api.php?api_key=[removed]&action=getBalance&service=tg");
    expect(lines[0]!.requestId).toBeTruthy();
  });

  it("counts by route, never by address, and shows its figures to this machine alone", async () => {
    const web = await startWeb((_request, response) => html(response, "web"));
    const { ask } = await startDoor({ webUrl: web.url });
    await ask("/telegram");
    await ask("/whatsapp");
    const metrics = await ask("/metrics");
    expect(metrics.text).toContain(
      'http_requests_total{route="/{slug}",method="GET",status="200",process="api"} 2',
    );
    expect(metrics.text).toContain("page_cache_pages{");
    expect((await ask("/metrics", { headers: { "x-forwarded-for": "1.2.3.4" } })).status).toBe(404);
    expect((await ask("/healthz")).text).toContain('"ok"');
    expect((await ask("/readyz")).status).toBe(200);
  });
});

describe("stopping", () => {
  it("lets a running answer end and takes no new connection", async () => {
    const web = await startWeb((_request, response) => setTimeout(() => html(response, "late"), 150));
    const { ask, door, port } = await startDoor({ webUrl: web.url });
    const running = ask("/profile");
    await eventually(() => expect(web.asked).toHaveLength(1));
    const stopped = door.stop(5_000);
    expect((await running).text).toContain("late");
    await stopped;
    await expect(askRaw(port, "GET / HTTP/1.1\r\n\r\n")).rejects.toThrow();
  });
});
