import { describe, expect, it } from "vitest";
import { judgeOrder } from "#features/identity/api-keys/key-rights.gate.ts";
import { goodsOfOrders, judgeKey } from "#features/identity/api-keys/key-rights.rules.ts";
import { type KeyScope, keyScopes } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";

const ports = { live: "live", sandbox: "script", isShared: false };
const key = (scopes: readonly KeyScope[], isSandbox = false) => ({ scopes, isSandbox });

describe("the gate of keys", () => {
  it("is closed where a call names no scope, whatever the key may do", () => {
    expect(judgeKey(key(keyScopes), { scope: undefined, ports })).toEqual({ refusal: "closed" });
  });

  it.each(keyScopes)("lets %s in with that right alone, and anybody where none is needed", (scope) => {
    const others = keyScopes.filter((other) => other !== scope);
    expect(judgeKey(key([scope]), { scope, ports })).toEqual({ refusal: null, port: "live" });
    expect(judgeKey(key(others), { scope, ports })).toEqual({ refusal: "scope" });
    expect(judgeKey(key(others), { scope: null, ports })).toEqual({ refusal: null, port: "live" });
  });

  it.each([
    [{ ...ports, isShared: false }, "script"],
    [{ ...ports, sandbox: null, isShared: true }, "live"],
    [{ ...ports, sandbox: null, isShared: false }, null],
  ])("gives a sandbox key of %j the port %s, and never a live one that is not everybody's", (given, port) => {
    const judged = judgeKey(key(["read"], true), { scope: "read", ports: given });
    expect(judged).toEqual(port === null ? { refusal: "sandbox" } : { refusal: null, port });
  });

  it("asks for the right before it tells a sandbox key that there is no script", () => {
    const call = { scope: "buy", ports: { ...ports, sandbox: null } } as const;
    expect(judgeKey(key(["read"], true), call)).toEqual({ refusal: "scope" });
  });
});

describe("an order that a call names", () => {
  const limited = {
    keyId: 1,
    dailyLimitKopecks: null,
    priceCapKopecks: null,
    maxPrices: {},
    countryIds: null,
  };
  const holder = (isSandbox = false, serviceIds: number[] | null = [1]) => ({
    userId: 7,
    key: { ...limited, ...key(["read"], isSandbox), serviceIds },
  });
  const order = { of: "activation", id: 5 } as const;
  const db = {} as Db;

  it("is out of reach of a limited key unless it is within its goods", async () => {
    const asked: unknown[] = [];
    const isWithin = async (...[, of, id, userId]: unknown[]) => {
      asked.push([of, id, userId]);
      return id === 5;
    };
    expect(await judgeOrder({ db, isWithin }, holder(), order)).toBeNull();
    expect(await judgeOrder({ db, isWithin }, holder(), { ...order, id: 6 })).toBe("goods");
    expect(asked).toEqual([
      ["activation", 5, 7],
      ["activation", 6, 7],
    ]);
    expect(await judgeOrder({ db }, holder(), order)).toBe("goods");
  });

  it("is not asked about for a key of all goods, for one of a sandbox, and where none is named", async () => {
    const isWithin = () => Promise.reject(new Error("asked"));
    expect(await judgeOrder({ db, isWithin }, holder(false, null), order)).toBeNull();
    expect(await judgeOrder({ db, isWithin }, holder(true), order)).toBeNull();
    expect(await judgeOrder({ db, isWithin }, holder(), null)).toBeNull();
    expect(goodsOfOrders({ userId: 7 })).toBeNull();
  });
});
