import { expect, it } from "vitest";
import { guest } from "#lib/api/actor.ts";
import { readLimitedText } from "#lib/api/parse-request.ts";
import { markKnown } from "#lib/api/received-body.ts";
import { StrangerBodies } from "#lib/api/stranger-bodies.ts";

const KB = 1_024;
const body = (bytes: number) =>
  new Request("http://localhost/", {
    method: "POST",
    body: "x",
    headers: { "content-length": String(bytes) },
  });

/** A request whose body of so many bytes came and was read. */
async function read(bytes: number): Promise<Request> {
  const request = new Request("http://localhost/", { method: "POST", body: "x".repeat(bytes) });
  await readLimitedText(request, bytes);
  return request;
}

function given() {
  let nowMs = 1_000_000;
  const bodies = new StrangerBodies(KB, () => nowMs);
  return {
    bodies,
    later: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

it("a network that sent too much for nothing waits until it is given back", async () => {
  const { bodies, later } = given();
  for (let at = 0; at < 4; at += 1) bodies.count(await read(10 * KB), "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(8);
  expect(() => bodies.refuseSpent(body(10 * KB), guest, "192.0.2.1")).toThrow("TOO_MANY_REQUESTS");
  later(8);
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(0);
});

it("nothing that a network sends shuts it out for a minute, and after a minute all is given back", async () => {
  const { bodies, later } = given();
  for (let at = 0; at < 100; at += 1) bodies.count(await read(100 * KB), "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(28);
  later(60);
  for (let at = 0; at < 3; at += 1) bodies.count(await read(10 * KB), "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(0);
});

it("bodies that were announced and never read count for nothing, and neither do those of who is known", async () => {
  const { bodies } = given();
  for (let at = 0; at < 1_000; at += 1) bodies.count(body(8_000 * KB), "192.0.2.1");
  const partners = await read(200 * KB);
  markKnown(partners);
  bodies.count(partners, "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(0);
});

it("other networks, short bodies and known callers do not wait for it", async () => {
  const { bodies } = given();
  for (let at = 0; at < 10; at += 1) bodies.count(await read(10 * KB), "2001:db8::1");
  expect(bodies.waitSeconds(body(10 * KB), "2001:db8::2")).toBeGreaterThan(0);
  expect(bodies.waitSeconds(body(10 * KB), "2001:db8:0:1::1")).toBe(0);
  expect(bodies.waitSeconds(body(KB), "2001:db8::1")).toBe(0);
  const known = { kind: "user", userId: 1, role: "user", via: "session" } as never;
  expect(() => bodies.refuseSpent(body(10 * KB), known, "2001:db8::1")).not.toThrow();
});

it("a body that does not say its length waits like a long one", async () => {
  const { bodies } = given();
  const untold = () =>
    new Request("http://localhost/", {
      method: "POST",
      body: "x",
      headers: { "transfer-encoding": "chunked" },
    });
  expect(bodies.waitSeconds(untold(), "192.0.2.1")).toBe(0);
  bodies.count(await read(40 * KB), "192.0.2.1");
  expect(bodies.waitSeconds(untold(), "192.0.2.1")).toBe(8);
});

it("nothing is limited where no limit is set", async () => {
  const bodies = new StrangerBodies(0);
  for (let at = 0; at < 10; at += 1) bodies.count(await read(1_000_000), "192.0.2.1");
  expect(bodies.waitSeconds(body(1_000_000), "192.0.2.1")).toBe(0);
});
