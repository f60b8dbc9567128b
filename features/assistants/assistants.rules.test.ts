import { describe, expect, it } from "vitest";
import { assistantLimits, instructionsFor, priceText } from "#features/assistants/assistants.rules.ts";
import { waitForNews } from "#features/assistants/tools/tool.contract.ts";
import { scopeOf, tools, toolsFor } from "#features/assistants/tools/tools.rules.ts";
import { purchaseRates } from "#features/rest-api/rest-api.contract.ts";
import { keyScopes } from "#lib/api/actor.ts";

const open = { isSandbox: false, scopes: keyScopes, priceCapKopecks: null, dailyLimitKopecks: null };

describe("what an assistant is told", () => {
  it("an amount is read with two decimals and its currency", () => {
    expect([priceText(1_400), priceText(5), priceText(-250)]).toEqual(["14.00 RUB", "0.05 RUB", "-2.50 RUB"]);
  });

  it("the limits of a key stand in its instructions, and none where there are none", () => {
    expect(instructionsFor(open, "Den")).not.toMatch(/sandbox|at most|buys nothing/);
    const narrow = { ...open, isSandbox: true, priceCapKopecks: 3_000, dailyLimitKopecks: 50_000 };
    const told = instructionsFor(narrow, "Den");
    for (const part of ["sandbox key", "30.00 RUB at most", "500.00 RUB a day"]) expect(told).toContain(part);
    expect(instructionsFor({ ...open, scopes: ["read"] }, "Den")).toContain("buys nothing");
  });
});

describe("every tool of an assistant", () => {
  it("has a name of its own that programs take, and a description that ends as a sentence", () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, title, description } of tools) {
      expect(name).toMatch(/^[a-z_]{3,40}$/);
      expect([title.length > 3, /[a-z]\.$/.test(description)], name).toEqual([true, true]);
    }
  });

  it("changes something only by a call that needs a right to spend", () => {
    for (const tool of tools) {
      const writes = tool.endpoints.some(({ method }) => method !== "GET");
      expect([tool.name, tool.hints.readOnlyHint]).toEqual([tool.name, !writes]);
      expect([tool.name, writes && scopeOf(tool) === "read"]).toEqual([tool.name, false]);
    }
  });

  it("that buys needs a highest price and an idempotency key, and names them in its schema", () => {
    const buying = tools.filter(({ endpoints }) => endpoints.some(({ rates }) => rates === purchaseRates));
    expect(buying.map(({ name }) => name)).toEqual([
      ...["buy_number", "rent_number", "extend_rental", "buy_accounts"],
    ]);
    const listed = toolsFor(open, () => true);
    for (const { name } of buying) {
      expect(listed.find((tool) => tool.name === name)?.inputSchema.required).toEqual(
        expect.arrayContaining(["maxPriceKopecks", "idempotencyKey"]),
      );
    }
  });

  it("is shown to a key whose rights cover all of its calls, and to no other", () => {
    for (const scope of keyScopes) {
      const shown = toolsFor({ ...open, scopes: [scope] }, () => true).map(({ name }) => name);
      const expected = tools.filter(({ endpoints }) =>
        endpoints.every((endpoint) => endpoint.scope === scope),
      );
      expect(shown).toEqual(expected.map(({ name }) => name));
    }
    const sandbox = toolsFor({ ...open, isSandbox: true }, () => false);
    expect(sandbox.map(({ name }) => name)).toContain("find_offers");
    expect(sandbox.map(({ name }) => name)).not.toContain("buy_number");
  });
});

describe("a wait of an assistant", () => {
  const signal = new AbortController().signal;
  const ask = () => Promise.reject(new Error("not asked"));

  it("asks in calls that are no longer than REST v1 waits, for as long as the caller wants", async () => {
    const waits: number[] = [];
    const read = async (wait: number) => {
      waits.push(wait);
      return waits.length;
    };
    await waitForNews({ ask, signal, tellProgress: null }, assistantLimits.waitSecondsMax, read, () => false);
    expect(waits).toEqual([25, 25]);
  });

  it("ends with the news, and tells how far it is only while it goes on", async () => {
    const heard: number[] = [];
    const tellProgress = async (seconds: number) => void heard.push(seconds);
    let calls = 0;
    const found = await waitForNews(
      { ask, signal, tellProgress },
      50,
      async () => (calls += 1),
      (call) => call === 3,
    );
    expect([found, heard]).toEqual([3, [10, 20]]);
  });

  it("ends when the caller has gone, without asking again", async () => {
    let calls = 0;
    await waitForNews(
      { ask, signal: AbortSignal.abort(), tellProgress: null },
      50,
      async () => (calls += 1),
      () => false,
    );
    expect(calls).toBe(1);
  });
});
