import { createHash } from "node:crypto";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import { FrontDoor, type FrontDoorOptions } from "#lib/api/front-door/front-door.ts";
import type { PageRule } from "#lib/api/front-door/page-rules.ts";
import { Health } from "#lib/api/health.ts";

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer; text: string };
type Ask = { method?: string; headers?: Record<string, string>; body?: string };

const rules: PageRule[] = [
  { pattern: "/profile/*", isPrivate: true },
  { pattern: "/confirm/*", isPrivate: true },
  { pattern: "/", tags: ["offers:*"], freshSeconds: 10, staleSeconds: 50 },
  { pattern: "/{slug}", tags: ["content"], freshSeconds: 10, staleSeconds: 50 },
];

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A stand-in for the page renderer that remembers what it was asked. */
async function startWeb(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response, asked.length);
  });
  await listen(server, 0);
  closers.push(() => closeServer(server));
  return { asked, server, url: `http://127.0.0.1:${portOf(server)}` };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function startDoor(options: Partial<FrontDoorOptions> & { webUrl: string }) {
  const lines: Record<string, unknown>[] = [];
  const seen: { request: Request; facts: DoorFacts }[] = [];
  const door = new FrontDoor({
    api: {
      fetch: (request, facts) => {
        seen.push({ request, facts });
        facts.route = "/api/echo";
        facts.actorId = 7;
        return Response.json({ url: request.url, ip: facts.ip });
      },
    },
    publicUrl: "http://smsden.test",
    mounts: {},
    rules,
    trustedProxies: [],
    health: new Health({ process: "api", checks: {} }),
    accessLog: { info: (line) => lines.push(line), flush: () => {} },
    ...options,
  });
  await listen(door.server, 0);
  closers.push(() => door.stop(100));
  const port = portOf(door.server);
  return { door, port, lines, seen, ask: (path: string, ask: Ask = {}) => ask_(port, path, ask) };
}

function ask_(port: number, path: string, { method = "GET", headers = {}, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, host: "127.0.0.1", path, method, headers: { host: "smsden.test", ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const all = Buffer.concat(chunks);
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: all,
            text: all.toString(),
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends bytes as they are and returns what comes back until the other side closes. */
function askRaw(port: number, text: string, waitMs = 3_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    const timer = setTimeout(() => socket.destroy(), waitMs);
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

/** As the renderer writes it: its own scripts carry the nonce that it was given. */
const page = (
  text: string,
  nonce = "",
) => `<!doctype html><html><head><script nonce="${nonce}">go(1)</script><script src="/x.js"></script>
<script type="application/ld+json">{}</script></head><body>${text} ${"filler ".repeat(100)}</body></html>`;

function html(
  response: ServerResponse,
  text: string,
  headers: Record<string, string | string[]> = {},
  status = 200,
): void {
  const nonce = String(response.req.headers["x-sms-den-fill"] ?? "");
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(page(text, nonce));
}

const sha256Source = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("keeping public pages", () => {
  it("asks the renderer once for many visitors and tells hashes instead of unsafe-inline", async () => {
    const web = await startWeb((_request, response) => setTimeout(() => html(response, "home"), 30));
    const { ask } = await startDoor({ webUrl: web.url });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/ru")));
    expect(web.asked.length).toBe(1);
    for (const answer of answers) expect(answer.text).toContain("home");
    const policy = String(answers[0]!.headers["content-security-policy"]);
    expect(policy.match(/'sha256-/g)?.length).toBe(1);
    expect(policy.split(";").find((part) => part.trim().startsWith("script-src "))).not.toContain(
      "unsafe-inline",
    );
    expect((await ask("/ru")).headers["cache-control"]).toContain("must-revalidate");
  });

  it("lets the renderer's own scripts run and no script that came into the page with some text", async () => {
    const web = await startWeb((request, response) => {
      const nonce = String(request.headers["x-sms-den-fill"]);
      response.writeHead(200, { "content-type": "text/html" });
      response.end(
        `<html><script nonce="${nonce}">ours(1)</script><p><script>alert("theirs")</script></p>` +
          `<script nonce="${"0".repeat(32)}">alert("guessed")</script><script nonce="${nonce}">data("${nonce}")</script></html>`,
      );
    });
    const { ask } = await startDoor({ webUrl: web.url });
    const [answer, again] = [
      await ask("/", { headers: { "x-sms-den-fill": "0".repeat(32) } }),
      await ask("/"),
    ];
    const policy = String(answer.headers["content-security-policy"]);
    const nonce = String(web.asked[0]!.headers["x-sms-den-fill"]);
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    const scripts = [...answer.text.matchAll(/<script[^>]*>(.*?)<\/script>/g)].map(
      ([, content = ""]) => content,
    );
    expect(scripts).toEqual(["ours(1)", 'alert("theirs")', 'alert("guessed")', `data("${"0".repeat(32)}")`]);
    expect(scripts.filter((content) => policy.includes(sha256Source(content)))).toEqual([
      scripts[0],
      scripts[3],
    ]);
    expect(policy).not.toContain("nonce");
    expect(answer.text + again.text).not.toContain(nonce);
  });

  it("asks as nobody: no cookie of the first visitor reaches the copy, no Set-Cookie leaves it", async () => {
    const web = await startWeb((request, response) =>
      html(response, `c=${request.headers.cookie}`, { "set-cookie": ["a=1"] }),
    );
    const { ask } = await startDoor({ webUrl: web.url });
    const answer = await ask("/", { headers: { cookie: "authToken=secret", "x-session-token": "frnt1" } });
    expect(answer.text).toContain("c=undefined");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(web.asked[0]!.headers["x-session-token"]).toBeUndefined();
  });

  it("gives each visitor an encoding they take, and 304 for what they have", async () => {
    const web = await startWeb((_request, response) => html(response, "home"));
    const { ask } = await startDoor({ webUrl: web.url });
    const plain = await ask("/");
    const gzipped = await ask("/", { headers: { "accept-encoding": "gzip" } });
    const brotlied = await ask("/", { headers: { "accept-encoding": "gzip, deflate, br" } });
    expect(gunzipSync(gzipped.body).toString()).toBe(plain.text);
    expect(brotliDecompressSync(brotlied.body).toString()).toBe(plain.text);
    const again = await ask("/", {
      headers: { "accept-encoding": "br", "if-none-match": String(brotlied.headers.etag) },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await ask("/", { method: "HEAD" });
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it("never keeps what was made for one visitor: flight answers, nonces, previews, referral links", async () => {
    const web = await startWeb((_request, response, count) =>
      html(response, `made ${count}<script nonce="abc">x()</script>`),
    );
    const { ask } = await startDoor({ webUrl: web.url });
    expect((await ask("/", { headers: { rsc: "1" } })).text).toContain("made 1");
    expect((await ask("/?_rsc=x")).text).toContain("made 2");
    expect((await ask("/?r=friend")).text).toContain("made 3");
    expect((await ask("/")).text).toContain("made 4");
    expect((await ask("/")).text).toContain("made 5");
  });

  it("cannot be poisoned by headers that are not in its key", async () => {
    const web = await startWeb((request, response) => html(response, JSON.stringify(request.headers)));
    const { ask } = await startDoor({ webUrl: web.url });
    const evil = {
      "x-forwarded-host": "evil.test",
      host: "evil.test",
      "x-nextjs-data": "1",
      "x-evil": "evil.test",
    };
    expect((await ask("/", { headers: evil })).text).not.toContain("evil.test");
    expect((await ask("/")).text).not.toContain("evil.test");
  });

  it("shows a dropped price within a moment, and one made from old data is made again", async () => {
    let price = 10;
    const web = await startWeb((_request, response) => {
      const read = price;
      setTimeout(() => html(response, `price ${read}`, { "x-page-tags": "offers:52" }), 40);
    });
    const { ask, door } = await startDoor({ webUrl: web.url });
    expect((await ask("/")).text).toContain("price 10");
    price = 11;
    door.pages.cache.drop(["offers:52"]);
    await pause(10);
    price = 12;
    door.pages.cache.drop(["offers:52"]);
    await pause(250);
    const after = await ask("/");
    expect(after.text).toContain("price 12");
    expect(after.headers["x-page-tags"]).toBeUndefined();
  });

  it("drops a page that names its tags by those alone", async () => {
    const web = await startWeb((_request, response, count) =>
      html(response, `made ${count}`, { "x-page-tags": "offers:52" }),
    );
    const { ask, door } = await startDoor({ webUrl: web.url });
    await ask("/");
    door.pages.cache.drop(["offers:10"]);
    await pause(50);
    expect((await ask("/")).text).toContain("made 1");
    door.pages.cache.drop(["offers:52"]);
    await pause(50);
    expect((await ask("/")).text).toContain("made 2");
  });

  it("leaves pages of other tags alone", async () => {
    const web = await startWeb((_request, response, count) => html(response, `made ${count}`));
    const { ask, door } = await startDoor({ webUrl: web.url });
    await ask("/faq");
    door.pages.cache.drop(["offers:52", "catalogue"]);
    await pause(20);
    expect((await ask("/faq")).text).toContain("made 1");
  });

  it("renders the page of an unknown address once per language and serves it from memory with status 404", async () => {
    const web = await startWeb((request, response) =>
      html(response, `nothing here ${request.url} ${request.headers.cookie}`, { "set-cookie": ["a=1"] }, 404),
    );
    const { ask, lines } = await startDoor({ webUrl: web.url, isKnown: (path) => path === "/telegram" });
    const ways: Ask[] = [
      {},
      { headers: { rsc: "1" } },
      { method: "HEAD" },
      { headers: { cookie: "authToken=x" } },
    ];
    for (let turn = 0; turn < 100; turn += 1) {
      for (const prefix of ["", "/ru", "/tr"]) {
        const answer = await ask(
          `${prefix}/nothing-${turn}${turn % 2 ? "/deeper" : ""}?r=${turn}`,
          ways[turn % 4],
        );
        expect(answer.status).toBe(404);
        expect(answer.headers["set-cookie"]).toBeUndefined();
        expect(answer.headers["cache-control"]).toBe("no-store");
        expect(answer.text).not.toMatch(/nothing-|authToken/);
        if (turn % 4 !== 2) expect(answer.text).toContain("nothing here");
      }
    }
    expect(web.asked.map(({ url }) => url)).toEqual([
      "/unknown/page",
      "/ru/unknown/page",
      "/tr/unknown/page",
    ]);
    expect(lines.at(-1)).toMatchObject({ route: "page (unknown)", status: 404, cache: "hit" });
    await ask("/telegram");
    expect(web.asked.at(-1)!.url).toBe("/telegram");
  });

  it("keeps for a moment that a known address has nothing to show, and sees it when that changes", async () => {
    const web = await startWeb((_request, response, count) =>
      html(response, `made ${count}`, {}, count === 1 ? 404 : 200),
    );
    const { ask, door } = await startDoor({ webUrl: web.url });
    for (let visit = 0; visit < 5; visit += 1) expect((await ask("/telegram")).status).toBe(404);
    expect(web.asked.length).toBe(1);
    door.pages.cache.drop(["content"]);
    await vi.waitFor(async () => expect((await ask("/telegram")).status).toBe(200));
  });

  it("leaves it to the renderer while nobody can tell which addresses are pages", async () => {
    const web = await startWeb((_request, response) => html(response, "home"));
    const { ask } = await startDoor({
      webUrl: web.url,
      isKnown: () => Promise.reject(new Error("the database is away")),
    });
    expect((await ask("/telegram")).status).toBe(200);
  });

  it("refuses a visitor who has more rendered than anybody reads, and says when to come again", async () => {
    const web = await startWeb((_request, response) => html(response, "home"));
    let allowed = 3;
    const { ask } = await startDoor({
      webUrl: web.url,
      waitFor: (_request, ip) => (ip === "127.0.0.1" && allowed-- > 0 ? 0 : 7),
    });
    await ask("/");
    for (let visit = 0; visit < 5; visit += 1) expect((await ask("/")).status).toBe(200);
    expect((await ask("/profile")).status).toBe(200);
    expect((await ask("/faq")).status).toBe(200);
    const refused = await ask("/ru/profile", { headers: { accept: "text/html", "accept-language": "ru" } });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "7"]);
    expect(refused.text).toContain('<html lang="ru">');
    expect((await ask("/")).text).toContain("home");
    expect(web.asked.length).toBe(3);
  });

  it("keeps showing the last copy while the renderer is away, and says clearly when there is none", async () => {
    const web = await startWeb((_request, response) => html(response, "home"));
    const { ask, door } = await startDoor({ webUrl: web.url });
    await ask("/");
    await closeServer(web.server);
    door.pages.cache.drop(["offers:*"]);
    await pause(800);
    expect((await ask("/")).text).toContain("home");
    const away = await ask("/profile", { headers: { accept: "text/html" } });
    expect(away.status).toBe(503);
    expect(away.headers["retry-after"]).toBe("2");
    expect(away.text).toContain(String(away.headers["x-request-id"]));
    expect(away.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it("keeps showing the last copy while the renderer fails, and mends it when it is back", async () => {
    let status = 200;
    const web = await startWeb((_request, response, count) => {
      html(response, status === 200 ? `made ${count}` : "failure", {}, status);
    });
    const { ask, door } = await startDoor({ webUrl: web.url });
    await ask("/");
    status = 503;
    door.pages.cache.drop(["offers:*"]);
    await pause(750);
    for (let visit = 0; visit < 20; visit += 1) expect((await ask("/")).text).toContain("made 1");
    expect(web.asked.length).toBeLessThan(6);
    expect((await ask("/other")).status).toBe(503);
    status = 200;
    await pause(1_100);
    await ask("/");
    await pause(50);
    expect((await ask("/")).text).not.toContain("made 1 ");
  });

  it("waits for a renderer that is just starting", async () => {
    const web = await startWeb((_request, response) => html(response, "up again"));
    const port = portOf(web.server);
    await closeServer(web.server);
    const { ask } = await startDoor({ webUrl: web.url });
    const answer = ask("/profile");
    await pause(120);
    const again = createServer((_request, response) => html(response, "up again"));
    await listen(again, port);
    closers.push(() => closeServer(again));
    expect((await answer).text).toContain("up again");
  });
});

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

  it("sends out no header by which the renderer and its middleware speak, but what its router in the browser reads of flight data", async () => {
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

describe("the private servers of the default start", () => {
  const startMounted = async (options: Partial<FrontDoorOptions> = {}) => {
    const web = await startWeb((_request, response) => html(response, "web", {}, 404));
    const mailbox = await startWeb((_request, response) => void response.end("somebody's mail"));
    return startDoor({ webUrl: web.url, mounts: { "/mailbox": mailbox.url }, ...options });
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

  it("are shown beyond it when the operator says so", async () => {
    const { ask } = await startMounted({ mountsAreOpen: true });
    expect((await ask("/mailbox/1", elsewhere)).text).toBe("somebody's mail");
  });
});

describe("the guard", () => {
  const quietWeb = () => startWeb((_request, response) => html(response, "web"));

  it("puts the header set on every kind of answer", async () => {
    const immutable = { "cache-control": "public, max-age=31536000, immutable" };
    const web = await startWeb((request, response) =>
      html(response, "web", request.url === "/_next/static/kept.js" ? immutable : {}),
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
    for (const path of [...kinds, "/", "/_next/static/kept.js", "/_next/static/kept.js"]) {
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
    expect(await askRaw(port, text, 500)).toMatch(/^HTTP\/1.1 200 /);
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

  it("takes the root of the api host as handler_api and shows no pages there", async () => {
    const web = await quietWeb();
    const { ask, seen } = await startDoor({ webUrl: web.url });
    await ask("/?action=getBalance&api_key=k", { headers: { host: "api.smsden.test" } });
    expect(new URL(seen[0]!.request.url).pathname).toBe("/stubs/handler_api.php");
    expect(new URL(seen[0]!.request.url).searchParams.get("action")).toBe("getBalance");
    expect((await ask("/services", { headers: { host: "api.smsden.test" } })).status).toBe(404);
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
    await pause(50);
    const stopped = door.stop(5_000);
    expect((await running).text).toContain("late");
    await stopped;
    await expect(askRaw(port, "GET / HTTP/1.1\r\n\r\n")).rejects.toThrow();
  });
});
