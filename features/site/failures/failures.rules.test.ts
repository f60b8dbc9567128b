import { describe, expect, it } from "vitest";
import { isLostChunk, mayReload, statusOf } from "#features/site/failures/failures.rules.ts";
import { ApiProblem } from "#lib/api/browser-client.ts";

describe("a page that fails", () => {
  it("is loaded anew for a part that could not be loaded, once a minute at most, also when the clock is set back", () => {
    expect(mayReload(null, 1_000_000)).toBe(true);
    expect(mayReload(1_000_000, 1_000_001)).toBe(false);
    expect(mayReload(1_000_000, 1_059_999)).toBe(false);
    expect(mayReload(1_000_000, 1_060_000)).toBe(true);
    expect(mayReload(9_000_000, 1_000_000)).toBe(true);
  });

  it("knows a part that could not be loaded from a fault in it", () => {
    const lost = Object.assign(new Error("Failed to load chunk /_next/static/chunks/a.js"), {
      name: "ChunkLoadError",
    });
    expect(isLostChunk(lost)).toBe(true);
    expect(isLostChunk(new TypeError("x is undefined"))).toBe(false);
    expect(isLostChunk("ChunkLoadError")).toBe(false);
  });

  it("shows the status of the answer that made it fail, else 500", () => {
    expect(statusOf(new ApiProblem("", { status: 503, code: "UNAVAILABLE", requestId: null }))).toBe(503);
    expect(statusOf(new ApiProblem("", { status: 0, code: "NETWORK", requestId: null }))).toBe(500);
    expect(statusOf(new Error("boom"))).toBe(500);
    expect(statusOf(null)).toBe(500);
  });
});
