import { describe, expect, it } from "vitest";
import type { ApiKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { asksPassword, bodyOf, keySchema, valuesOf } from "#features/keys-card/keys-card.rules.ts";

const key: ApiKeyView = {
  id: 1,
  kind: "live",
  name: "bot",
  masked: "sd_live_012345••••••",
  scopes: ["read"],
  dailyLimitKopecks: 9_950,
  priceCapKopecks: null,
  serviceIds: [52],
  countryIds: null,
  networks: ["203.0.113.0/24", "2001:db8::/32"],
  types: "classic",
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: "2026-12-01T10:30:15.000Z",
  lastUsedAt: null,
  isReplaced: false,
};
const texts = {
  nameNeeded: "name",
  scopeNeeded: "scope",
  amountWrong: "amount",
  networksWrong: "networks",
  lastDayWrong: "day",
};
const schema = keySchema(texts, "2026-11-21");

describe("a key's form", () => {
  it("sends a key that was not touched back as it is, to the second", () => {
    const { name, scopes, dailyLimitKopecks, priceCapKopecks, serviceIds, countryIds, networks } = key;
    const { types, expiresAt } = key;
    expect(bodyOf(valuesOf(key), key)).toEqual({
      ...{ name, scopes, dailyLimitKopecks, priceCapKopecks },
      ...{ serviceIds, countryIds, networks, types, expiresAt },
    });
  });

  it("lets a key go on to the end of its last day by the visitor's clock, and one without a day for ever", () => {
    const filled = { ...valuesOf(null), name: " bot ", lastDay: "2026-11-30" };
    const { name, expiresAt } = bodyOf(filled, null);
    expect(name).toBe("bot");
    expect(new Date(expiresAt ?? "")).toEqual(new Date(2026, 10, 30, 23, 59, 59));
    expect(bodyOf({ ...filled, lastDay: "" }, key).expiresAt).toBeNull();
  });

  it("asks for the password where a key begins to spend, and not where it does already", () => {
    const buys = { ...valuesOf(null), scopes: ["read" as const, "buy" as const] };
    expect(asksPassword(buys, null)).toBe(true);
    expect(asksPassword({ ...buys, kind: "sandbox" }, null)).toBe(false);
    expect(asksPassword({ ...buys, scopes: ["read"] }, null)).toBe(false);
    expect(asksPassword(buys, key)).toBe(true);
    expect(asksPassword(buys, { ...key, scopes: ["rent"] })).toBe(false);
  });

  it.each([
    [{ name: " " }, "name"],
    [{ scopes: [] }, "scope"],
    [{ dailyLimit: "0" }, "amount"],
    [{ priceCap: "1,234" }, "amount"],
    [{ networks: "example.com" }, "networks"],
    [{ lastDay: "2026-11-20" }, "day"],
  ])("refuses %o under its field", (wrong, message) => {
    const { error } = schema.safeParse({ ...valuesOf(null), name: "bot", ...wrong });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    ["99,5", 9_950],
    ["100", 10_000],
    ["", null],
  ])("reads %j as %s kopecks", (dailyLimit, kopecks) => {
    const values = { ...valuesOf(null), name: "bot", dailyLimit };
    expect(schema.safeParse(values).success).toBe(true);
    expect(bodyOf(values, null).dailyLimitKopecks).toBe(kopecks);
  });
});
