import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { Health } from "#lib/api/health.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { html, startDoor, startWeb } from "#lib/testing/front-door.ts";

/** A door in front of a renderer that answers when it is told to, page by page, in the order in which it was asked. */
async function givenDoor(options: Partial<Parameters<typeof startDoor>[0]> = {}) {
  const open: { url: string; response: ServerResponse }[] = [];
  const order: string[] = [];
  const web = await startWeb((request, response) => {
    order.push(String(request.url));
    open.push({ url: String(request.url), response });
  });
  const health = new Health({ process: "api", checks: {} });
  const trustedProxies = ["127.0.0.1"];
  const { ask, port } = await startDoor({ webUrl: web.url, trustedProxies, health, ...options });
  const from = (ip: string, path: string) => ask(path, { headers: { "x-forwarded-for": ip } });
  const asked = (count: number) => eventually(() => expect(order.length).toBe(count));
  /** Until so many pages wait for their turn. */
  const waiting = (count: number) =>
    eventually(async () =>
      expect(await health.registry.metrics()).toMatch(new RegExp(`^page_turns_waiting\\S* ${count}$`, "m")),
    );
  /** Answers the page that was asked for first. */
  const answerNext = () => {
    const { response, url } = open.shift()!;
    html(response, url);
  };
  /** Answers whatever is asked from now on until `done`. */
  const answerUntil = async <T>(done: Promise<T>): Promise<T> => {
    const timer = setInterval(() => open.length > 0 && answerNext(), 1);
    return done.finally(() => clearInterval(timer));
  };
  return { port, from, asked, waiting, answerNext, answerUntil, order, open };
}

const FLOOD = "192.0.2.1";
const VISITOR = "198.51.100.7";

const manyFrom = (from: (ip: string, path: string) => Promise<{ status: number }>, count: number) =>
  Array.from({ length: count }, (_, page) => from(FLOOD, `/profile/flood-${page}`));

describe("pages that must be rendered", () => {
  it("wait behind a few pages of a network that asks for many, not behind all of them", async () => {
    const door = await givenDoor({ turns: { atOnce: 4, ofOneLane: 4 } });
    const flood = manyFrom(door.from, 60);
    await door.waiting(56);
    const visit = door.from(VISITOR, "/profile/visitor");
    await door.waiting(57);
    door.answerNext();
    await door.asked(5);
    door.answerNext();
    await door.asked(6);
    expect(door.order.slice(4)).toContain("/profile/visitor");
    const [{ status }, ...others] = await door.answerUntil(Promise.all([visit, ...flood]));
    expect(status).toBe(200);
    expect(others.every((answer) => answer.status === 200)).toBe(true);
  });

  it("are rendered at once for a visitor beside a network that has all the places it may have", async () => {
    const door = await givenDoor();
    const flood = manyFrom(door.from, 20);
    await door.waiting(16);
    const visit = door.from(VISITOR, "/profile/visitor");
    await door.asked(5);
    expect(door.order[4]).toBe("/profile/visitor");
    const [{ text }] = await door.answerUntil(Promise.all([visit, ...flood]));
    expect(text).toContain("/profile/visitor");
  });

  it("are refused with 429 and Retry-After when as many of the network wait as may, and of this network alone", async () => {
    const door = await givenDoor({ turns: { atOnce: 8, ofOneLane: 1, waiting: 2 } });
    const flood = Array.from({ length: 6 }, (_, page) => door.from(FLOOD, `/profile/flood-${page}`));
    const refused = await Promise.race(flood);
    expect([refused.status, Number(refused.headers["retry-after"])]).toEqual([429, 5]);
    const visit = door.from(VISITOR, "/profile/visitor");
    await door.asked(2);
    const [{ status }, ...others] = await door.answerUntil(Promise.all([visit, ...flood]));
    expect(status).toBe(200);
    expect(others.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it("come, when they are kept, with the turn of whoever waits for them, not only of who asked first", async () => {
    const door = await givenDoor({ turns: { atOnce: 1 } });
    const flood = manyFrom(door.from, 30);
    await door.waiting(29);
    const first = door.from(FLOOD, "/faq");
    await door.waiting(30);
    const visit = door.from(VISITOR, "/faq");
    await door.waiting(31);
    door.answerNext();
    await door.asked(2);
    door.answerNext();
    await door.asked(3);
    expect(door.order.slice(1)).toContain("/faq");
    const [{ status }] = await door.answerUntil(Promise.all([visit, first, ...flood]));
    expect(status).toBe(200);
  });

  it("hold no place, and are not rendered, when their visitor has hung up", async () => {
    const door = await givenDoor({ turns: { atOnce: 1 } });
    const hangUp = (page: string) => {
      const socket = connect(door.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(`GET /profile/${page} HTTP/1.1\r\nHost: smsden.test\r\n\r\n`);
      return () => socket.destroy();
    };
    const leaveServed = hangUp("served");
    await door.asked(1);
    const leaveQueue = hangUp("queued");
    await door.waiting(1);
    const visit = door.from(VISITOR, "/profile/visitor");
    await door.waiting(2);
    leaveQueue();
    await door.waiting(1);
    leaveServed();
    await door.asked(2);
    expect(door.order).toEqual(["/profile/served", "/profile/visitor"]);
    expect((await door.answerUntil(visit)).status).toBe(200);
  });

  it("are given up in time when they are stuck, and the place goes to the next", async () => {
    const door = await givenDoor({ turns: { atOnce: 1 }, answerWithinMs: 1_000 });
    const stuck = door.from(FLOOD, "/profile/stuck");
    await door.asked(1);
    door.open.shift();
    const visit = door.from(VISITOR, "/profile/visitor");
    expect((await stuck).status).toBe(502);
    expect((await door.answerUntil(visit)).status).toBe(200);
  });

  it("take turns, files do not", async () => {
    const isFile = (path: string) => path.startsWith("/icons/");
    const door = await givenDoor({ turns: { atOnce: 1 }, isFile });
    const page = door.from(FLOOD, "/profile/page");
    await door.asked(1);
    const file = door.from(FLOOD, "/icons/flags/id.svg");
    await door.asked(2);
    expect(door.order[1]).toBe("/icons/flags/id.svg");
    await door.answerUntil(Promise.all([page, file]));
  });
});
