import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import {
  type Ask,
  closers,
  closeServer,
  html,
  listen,
  portOf,
  startDoor,
  startWeb,
} from "#lib/testing/front-door.ts";

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

  it("tells how old a copy is to who has the cookie of the editors' bar, and gives everybody the same page", async () => {
    const web = await startWeb((_request, response) => html(response, "home"));
    const { ask } = await startDoor({ webUrl: web.url });
    const reader = await ask("/");
    const editor = { headers: { cookie: "theme=dark; _adminIdentity=1" } };
    const asked = await ask("/", editor);
    expect(reader.headers.age).toBeUndefined();
    expect(asked.headers.age).toMatch(/^\d$/);
    expect(asked.text).toBe(reader.text);
    await pause(1_050);
    const later = await ask("/", { ...editor, method: "HEAD" });
    expect(Number(later.headers.age)).toBeGreaterThan(Number(asked.headers.age));
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

  it("asks once for a file that is named by its content, keeps it packed and lets browsers keep it for ever", async () => {
    const sheet = `<svg>${"<path/>".repeat(500)}</svg>`;
    const web = await startWeb((_request, response) => {
      const lasting = { "cache-control": "public, max-age=31536000, immutable" };
      response.writeHead(200, { "content-type": "image/svg+xml", ...lasting }).end(sheet);
    });
    const { ask } = await startDoor({ webUrl: web.url });
    for (const path of ["/icons/sheets/flags.0a.svg", "/icons/sheets/flags.0a.svg"]) {
      const { headers, body } = await ask(path, { headers: { "accept-encoding": "br" } });
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(brotliDecompressSync(body).toString()).toBe(sheet);
    }
    expect(web.asked).toHaveLength(1);
  });

  it("sends the links of a kept page without the nonce that it was made with", async () => {
    const web = await startWeb((request, response) => {
      const nonce = String(request.headers["x-sms-den-fill"]);
      const link = `</a.css>; rel=preload; as="style"; nonce="${nonce}"; type="text/css"`;
      response.writeHead(200, { "content-type": "text/html", link });
      response.end("<html></html>");
    });
    const { ask } = await startDoor({ webUrl: web.url });
    const links = [await ask("/"), await ask("/")].map(({ headers }) => headers.link);
    const clean = '</a.css>; rel=preload; as="style"; type="text/css"';
    expect(links).toEqual([clean, clean]);
    expect(web.asked.length).toBe(1);
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
    const after = await eventually(async () => {
      const answer = await ask("/");
      expect(answer.text).toContain("price 12");
      return answer;
    });
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
    await eventually(async () => expect((await ask("/")).text).toContain("made 2"));
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
      "/unknown/no_page",
      "/ru/unknown/no_page",
      "/tr/unknown/no_page",
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
    await eventually(async () => expect((await ask("/telegram")).status).toBe(200));
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
      placeOf: (_request, ip) => ({ lane: ip, waitSeconds: ip === "127.0.0.1" && allowed-- > 0 ? 0 : 7 }),
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
    await eventually(async () => expect((await ask("/")).text).not.toContain("made 1 "));
  });

  it("shows a page that lacks what could not be read for one visit, and never in place of a whole copy", async () => {
    let lacks: Record<string, string> = { "x-page-incomplete": "1" };
    const web = await startWeb((_request, response, count) => html(response, `made ${count}`, lacks));
    const { ask, door } = await startDoor({ webUrl: web.url });
    const first = await ask("/faq");
    expect(first.text).toContain("made 1");
    expect(first.headers["cache-control"]).toBe("private, no-store");
    expect(first.headers["x-page-incomplete"]).toBeUndefined();
    lacks = {};
    expect((await ask("/faq")).text).toContain("made 2");
    lacks = { "x-page-incomplete": "1" };
    door.pages.cache.drop(["content"]);
    await pause(750);
    expect((await ask("/faq")).text).toContain("made 2");
    const personal = await ask("/profile");
    expect(personal.text).toContain("made");
    expect(personal.headers["x-page-incomplete"]).toBeUndefined();
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
