import { describe, expect, it } from "vitest";
import { makeCursor, pageOf, rateSubject, readCursor, readPlace } from "#features/rest-api/rest-api.rules.ts";
import { guest, type UserActor } from "#lib/api/actor.ts";

describe("cursors", () => {
  it.each([[[1]], [[100_007]], [[Number.MAX_SAFE_INTEGER, 1]], [[5, 0]]])(
    "%j comes back as it was",
    (place) => {
      expect(readPlace("list", makeCursor("list", ...place), place.length)).toEqual(place);
    },
  );

  it("of another list, of another size or of nobody's making are none", () => {
    const cursors = [
      makeCursor("messages", 1),
      makeCursor("list", 1, 2),
      makeCursor("list"),
      makeCursor("list", -1),
      makeCursor("list", 1.5),
      makeCursor("list", Number.NaN),
      Buffer.from("list:99999999999999999999").toString("base64url"),
      Buffer.from("list:9007199254740993").toString("base64url"),
      Buffer.from("list:1 or 1=1").toString("base64url"),
      "",
      "%%%",
      "bGlzdDo",
    ];
    for (const cursor of cursors) expect(readCursor("list", cursor), cursor).toBeNull();
  });
});

describe("a page", () => {
  const found = [{ id: 9 }, { id: 7 }, { id: 4 }];

  it("goes on when more was found than it holds", () => {
    const { data, nextCursor } = pageOf("list", found, 2);
    expect(data).toEqual([{ id: 9 }, { id: 7 }]);
    expect(readCursor("list", nextCursor ?? "")).toBe(7);
  });

  it("is the last when all of it was found", () => {
    expect(pageOf("list", found, 3)).toEqual({ data: found, nextCursor: null });
    expect(pageOf("list", [], 3)).toEqual({ data: [], nextCursor: null });
  });
});

describe("calls are counted", () => {
  const user = { kind: "user", userId: 5, role: "user", via: "session" } as UserActor;

  it("per key, per user without one, and per network of strangers", () => {
    expect(rateSubject({ ...user, via: "api-key", key: { keyId: 5 } } as UserActor, "n")).toBe("key:5");
    expect(rateSubject(user, "n")).toBe("user:5");
    expect(rateSubject({ ...user, via: "bearer" }, "n")).toBe("user:5");
    expect(rateSubject(guest, "192.0.2.1")).toBe("network:192.0.2.1");
  });
});
