import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activationView } from "#features/activations/activation-views.factory.ts";
import type { MessageView } from "#features/activations/activations.contract.ts";
import { activationStates } from "#features/activations/activations.rules.ts";
import {
  type ActiveNumber,
  cancellableInAt,
  codeGroups,
  countedDown,
  inOrder,
  mergedLists,
  newestCodeOf,
  newMessages,
  secondsLeftAt,
  stepsOf,
  withNumber,
} from "#features/activations/active-list.rules.ts";

function message(id: number, code: string | null = String(10_000 + id)): MessageView {
  const receivedAt = `2026-11-21T10:00:${String(id).padStart(2, "0")}.000Z`;
  return { id, sender: "Telegram", text: `Code: ${code}`, code, receivedAt, late: false };
}

function number(id: number, input: Partial<ActiveNumber> = {}): ActiveNumber {
  const times = {
    requestedAt: `2026-11-21T09:00:${String(id).padStart(2, "0")}.000Z`,
    ...{ expiresAt: "2026-11-21T09:20:00.000Z", secondsLeft: 1_200 },
  };
  return { ...activationView({ id, ...times }), receivedAtMs: 0, ...input };
}

describe("numbers to read and to copy", () => {
  it.each([
    ["1234", ["12", "34"]],
    ["12345", ["123", "45"]],
    ["123456", ["123", "456"]],
    ["1234567", ["123", "4567"]],
    ["12345678", ["1234", "5678"]],
    ["G-12345", ["G-12345"]],
    ["AB12", ["AB12"]],
    ["123", ["123"]],
  ])("the code %s is shown in groups", (code, groups) => {
    expect(codeGroups(code)).toEqual(groups);
  });

  it("loses no digit of any code and leaves none alone", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4,12}$/), (code) => {
        const groups = codeGroups(code);
        expect(groups.join("")).toBe(code);
        expect(groups.every((group) => group.length > 1)).toBe(true);
      }),
    );
  });
});

describe("clocks", () => {
  it("count from when the page received the state, not from the device's clock", () => {
    const one = number(1, { secondsLeft: 100, receivedAtMs: 5_000, cancellableInSeconds: 10 });
    expect(secondsLeftAt(one, null)).toBe(100);
    expect(secondsLeftAt(one, 15_000)).toBe(90);
    expect(secondsLeftAt(one, 500_000)).toBe(0);
    expect(cancellableInAt(one, 9_000)).toBe(6);
    expect(cancellableInAt(one, 16_000)).toBe(0);
    expect(cancellableInAt(number(1, { cancellableInSeconds: null }), 1)).toBeNull();
  });

  it("never say more than the server did, however old the clock's last beat is when an answer comes", () => {
    fc.assert(
      fc.property(fc.nat(1_200), fc.nat(100_000), fc.nat(100_000), (seconds, receivedAtMs, beatMs) => {
        expect(countedDown(seconds, receivedAtMs, beatMs)).toBeLessThanOrEqual(seconds);
      }),
    );
    expect(cancellableInAt(number(1, { receivedAtMs: 5_300 }), 5_000)).toBe(0);
  });
});

describe("what may be done", () => {
  it("offers only steps that the state table allows", () => {
    const offered = Object.fromEntries(
      activationStates.map((state) => [state, stepsOf(number(1, { state }))]),
    );
    expect(offered).toEqual({
      requested: [],
      unknown: [],
      waiting: ["cancel", "report"],
      received: ["more-codes", "finish"],
      completed: [],
      cancelled: [],
      expired: [],
      banned: [],
      failed: [],
    });
    expect(stepsOf(number(1, { state: "received", wantsMore: true }))).toEqual(["finish"]);
  });
});

describe("the list", () => {
  it("puts open numbers first and whoever has the newest code on top", () => {
    const list = [
      number(1, { messages: [message(5)], state: "received" }),
      number(2, { state: "cancelled" }),
      number(3),
      number(4, { messages: [message(9), message(2)], state: "received" }),
    ];
    expect(inOrder(list).map(({ id }) => id)).toEqual([4, 1, 3, 2]);
  });

  it("takes a newer state in and lets an overtaken one pass by", () => {
    const received = number(1, { state: "received", messages: [message(1)] });
    expect(withNumber([number(1)], received)[0]).toBe(received);
    expect(withNumber([received], number(1))[0]).toBe(received);
    const ended = number(1, { state: "cancelled" });
    expect(withNumber([ended], number(1))[0]).toBe(ended);
    expect(withNumber([number(1)], number(2)).map(({ id }) => id)).toEqual([2, 1]);
  });

  it("is not set back by a list that was read before a live event", () => {
    const told = number(1, { state: "received", messages: [message(1)], receivedAtMs: 20 });
    const bought = number(3, { receivedAtMs: 20 });
    const gone = number(4, { receivedAtMs: 5 });
    const merged = mergedLists([number(1), number(2)], [told, bought, gone], 10);
    expect(merged.map(({ id, state }) => [id, state])).toEqual([
      [3, "waiting"],
      [1, "received"],
      [2, "waiting"],
    ]);
  });

  it("knows the newest code, also when its number has just ended", () => {
    const ended = number(1, { state: "completed", messages: [message(5), message(4)] });
    const open = number(2, { state: "received", messages: [message(9, null), message(3)] });
    expect(newestCodeOf([number(3), open, ended])).toEqual({ service: ended.service.name, code: "10005" });
    expect(newestCodeOf([number(3)])).toBeNull();
  });

  it("knows which messages are new", () => {
    const list = [number(1, { messages: [message(2), message(1)] })];
    expect(newMessages(list, new Set([1])).map((news) => news.message.id)).toEqual([2]);
  });
});
