import { beforeEach, describe, expect, it } from "vitest";
import { EDITOR_HEADER, readEditor } from "#lib/http/editor-header.ts";
import { html, startDoor, startWeb } from "#lib/testing/front-door.ts";

const KEY = "the key of door and desk, of the tests alone";
const OWN = { origin: "http://smsden.test", "sec-fetch-site": "same-origin" };

describe("the content desk behind the front door", () => {
  let desk: Awaited<ReturnType<typeof startWeb>>;
  let site: Awaited<ReturnType<typeof startWeb>>;
  let door: Awaited<ReturnType<typeof startDoor>>;
  const asEditor = { cookie: "authToken=editor; theme=dark; payload-theme=light; payload-token=x" };

  beforeEach(async () => {
    desk = await startWeb((request, response) => {
      if (request.url === "/cms-api/broken") return void response.destroy();
      html(response, "desk", { "x-powered-by": "Payload" });
    });
    site = await startWeb((_request, response) => html(response, "nothing here", {}, 404));
    door = await startDoor({
      webUrl: site.url,
      contentDesk: {
        url: desk.url,
        key: KEY,
        findEditor: async (cookies) => (cookies?.includes("authToken=editor") ? 7 : null),
      },
    });
  });

  it("lets an editor in, named by a signed header, without the cookies of the session", async () => {
    const answer = await door.ask("/admin/collections/articles?page=2", { headers: asEditor });
    expect([answer.status, answer.text.includes("desk")]).toEqual([200, true]);
    const [asked] = desk.asked;
    expect(asked?.url).toBe("/admin/collections/articles?page=2");
    expect(readEditor(String(asked?.headers[EDITOR_HEADER]), KEY, Date.now())).toBe(7);
    expect(asked?.headers.cookie).toBe("payload-theme=light");
    expect(door.lines).toMatchObject([{ route: "/admin/*", actorId: 7 }]);
  });

  it("takes away the header that a visitor made, whoever it names", async () => {
    await door.ask("/cms-api/articles", { headers: { ...asEditor, [EDITOR_HEADER]: "1.2.3" } });
    expect(readEditor(String(desk.asked[0]?.headers[EDITOR_HEADER]), KEY, Date.now())).toBe(7);
    const stranger = await door.ask("/cms-api/articles", { headers: { [EDITOR_HEADER]: "7.9.x" } });
    expect([stranger.status, desk.asked.length]).toEqual([404, 1]);
  });

  it("shows strangers what any address of nothing shows, and lets them change nothing", async () => {
    for (const path of ["/admin", "/admin/login", "/cms-api/articles"]) {
      const seen = await door.ask(path);
      expect([seen.status, seen.text.includes("nothing here")], path).toEqual([404, true]);
      for (const method of ["POST", "PATCH", "DELETE"]) {
        // Without its length Node sends the body of a DELETE as the beginning of another request.
        const headers = { ...OWN, "next-action": "abc", "content-length": "2" };
        expect((await door.ask(path, { method, headers, body: "{}" })).status, path).toBe(404);
      }
    }
    expect(desk.asked).toEqual([]);
  });

  it("refuses an editor's change that comes from another site, or from nowhere", async () => {
    const foreign: Record<string, string>[] = [
      {},
      { origin: "https://evil.test" },
      { origin: "null" },
      { ...OWN, "sec-fetch-site": "cross-site" },
      { ...OWN, "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign)
      expect(
        (
          await door.ask("/cms-api/articles", {
            method: "POST",
            headers: { ...asEditor, ...headers },
            body: "{}",
          })
        ).status,
      ).toBe(404);
    expect(desk.asked).toEqual([]);
    const own = { method: "POST", headers: { ...asEditor, ...OWN }, body: "{}" };
    expect((await door.ask("/cms-api/articles", own)).status).toBe(200);
    expect(
      (await door.ask("/admin", { ...own, headers: { ...own.headers, "next-action": "a" } })).status,
    ).toBe(200);
  });

  it("gives its pages a nonce and hashes of styles, and its data a policy that lets nothing run", async () => {
    const page = await door.ask("/admin", { headers: asEditor });
    const policy = String(page.headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(desk.asked[0]?.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    expect(policy).toMatch(/style-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/(?:script-src|style-src) [^;]*'unsafe-/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers["x-powered-by"]).toBeUndefined();
    const other = await door.ask("/admin", { headers: asEditor });
    expect(other.headers["content-security-policy"]).not.toBe(policy);
    const data = await door.ask("/cms-api/articles", { headers: asEditor });
    expect(data.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
  });

  it("says that it is away when the desk is gone, while the site goes on", async () => {
    desk.server.closeAllConnections();
    await new Promise((resolve) => desk.server.close(resolve));
    expect((await door.ask("/admin", { headers: asEditor })).status).toBe(503);
    expect((await door.ask("/nothing-of-the-kind")).text).toContain("nothing here");
  });
});

describe("a site without a content desk", () => {
  it("has nothing at the desk's addresses, for whoever asks", async () => {
    const site = await startWeb((_request, response) => html(response, "nothing here", {}, 404));
    const { ask } = await startDoor({ webUrl: site.url });
    expect((await ask("/admin", { headers: { cookie: "authToken=editor" } })).status).toBe(404);
    expect((await ask("/admin", { method: "POST", headers: { "next-action": "abc" } })).status).toBe(404);
  });

  it("has the same public pages, byte for byte and header for header, as one with a desk, which is never asked", async () => {
    const site = await startWeb(({ url }, response) => html(response, `page ${url}`));
    const desk = await startWeb((_request, response) => html(response, "desk"));
    const contentDesk = { url: desk.url, key: KEY, findEditor: async () => null };
    const without = await startDoor({ webUrl: site.url });
    const beside = await startDoor({ webUrl: site.url, contentDesk });
    const see = async ({ ask }: typeof without, path: string, accepted: string) => {
      const { status, headers, body } = await ask(path, { headers: { "accept-encoding": accepted } });
      return { status, body, headers: { ...headers, date: null, "x-request-id": null } };
    };
    // Each twice: as it is made, and as it is kept.
    for (const path of ["/", "/telegram", "/blog", "/", "/telegram", "/blog"]) {
      for (const accepted of ["identity", "br"]) {
        const seen = await see(without, path, accepted);
        expect(seen.status, path).toBe(200);
        expect(await see(beside, path, accepted), `${path} ${accepted}`).toEqual(seen);
      }
    }
    expect(desk.asked).toEqual([]);
  });
});
