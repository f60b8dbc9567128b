import { expect, it } from "vitest";
import { guest } from "#lib/api/actor.ts";
import { StrangerBodies } from "#lib/api/stranger-bodies.ts";

const KB = 1_024;
const body = (bytes: number) =>
  new Request("http://localhost/", {
    method: "POST",
    body: "x",
    headers: { "content-length": String(bytes) },
  });

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

it("a network that sent too much for nothing waits until it is given back", () => {
  const { bodies, later } = given();
  for (let at = 0; at < 4; at += 1) bodies.count(body(10 * KB), "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(8);
  expect(() => bodies.refuseSpent(body(10 * KB), guest, "192.0.2.1")).toThrow("TOO_MANY_REQUESTS");
  later(8);
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(0);
});

it("other networks, short bodies and known callers do not wait for it", () => {
  const { bodies } = given();
  for (let at = 0; at < 10; at += 1) bodies.count(body(10 * KB), "2001:db8::1");
  expect(bodies.waitSeconds(body(10 * KB), "2001:db8::2")).toBeGreaterThan(0);
  expect(bodies.waitSeconds(body(10 * KB), "2001:db8:0:1::1")).toBe(0);
  expect(bodies.waitSeconds(body(KB), "2001:db8::1")).toBe(0);
  const known = { kind: "user", userId: 1, role: "user", via: "session" } as never;
  expect(() => bodies.refuseSpent(body(10 * KB), known, "2001:db8::1")).not.toThrow();
});

it("a body that does not say its length counts, no body does not", () => {
  const { bodies } = given();
  const untold = new Request("http://localhost/", {
    method: "POST",
    body: "x",
    headers: { "transfer-encoding": "chunked" },
  });
  bodies.count(new Request("http://localhost/"), "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(0);
  bodies.count(untold, "192.0.2.1");
  expect(bodies.waitSeconds(body(10 * KB), "192.0.2.1")).toBe(32);
});

it("nothing is limited where no limit is set", () => {
  const bodies = new StrangerBodies(0);
  for (let at = 0; at < 100; at += 1) bodies.count(body(1_000_000), "192.0.2.1");
  expect(bodies.waitSeconds(body(1_000_000), "192.0.2.1")).toBe(0);
});
