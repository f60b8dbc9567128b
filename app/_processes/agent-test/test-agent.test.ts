import { afterEach, describe, expect, it } from "vitest";
import {
  type Breach,
  openSmallAgent,
  type SmallAgent,
} from "#app/_processes/agent-test/small-agent.factory.ts";
import { testAgent } from "#app/_processes/agent-test/test-agent.ts";
import {
  selfTestTimes,
  type TestName,
  testsOf,
  type Verdict,
} from "#features/supply/self-test/self-test.rules.ts";

const KEY = "key-of-a-small-agent";
const times = {
  ...selfTestTimes,
  ...{ smsWaitMs: 20_000, repeatWaitMs: 20_000, quietMs: 600, lookEveryMs: 20 },
};
/** What never comes is waited for to the end. */
const shorter: Partial<Record<Breach, Partial<typeof times>>> = {
  "no sms": { smsWaitMs: 2_000 },
  "never repeats": { repeatWaitMs: 2_500 },
  "repeats under another id": { repeatWaitMs: 2_500 },
};
const closing: SmallAgent[] = [];
afterEach(async () => {
  for (const agent of closing.splice(0)) await agent.close();
});

async function given(breach: Breach) {
  const agent = await openSmallAgent(KEY, breach);
  closing.push(agent);
  const texts: string[] = [];
  const verdicts = await testAgent(
    { url: agent.url, key: KEY },
    {
      listen: { host: "127.0.0.1", port: 0 },
      times: { ...times, ...shorter[breach] },
      onListening: (port) => {
        agent.pushTo = `http://127.0.0.1:${port}/api/partner/sms`;
      },
      onExchange: ({ request, answer }) => texts.push(request, answer ?? ""),
    },
  );
  return { agent, verdicts, texts };
}

const failures = (verdicts: ReadonlyMap<TestName, Verdict>) =>
  [...verdicts].flatMap(([test, verdict]) =>
    verdict.outcome === "failed" ? [`${test}: ${verdict.reason}`] : [],
  );

describe("an agent that keeps the protocol", () => {
  it("passes every test, gets its numbers back and shows its key in no exchange", async () => {
    const { agent, verdicts, texts } = await given("none");
    expect(failures(verdicts)).toEqual([]);
    expect([...verdicts.keys()].toSorted()).toEqual([...testsOf("agent")].toSorted());
    expect([...verdicts.values()].every(({ outcome }) => outcome === "passed")).toBe(true);
    expect(agent.open()).toBe(0);
    expect(texts.join()).not.toContain(KEY);
    expect(texts.join()).toContain("GET_NUMBER");
  });
});

describe("an agent that breaks one rule fails the test of that rule", () => {
  it.each<[Breach, string]>([
    ["no sandbox", "services: no-sandbox"],
    ["unknown country", "services: unknown-country"],
    ["html", "services: not-json"],
    ["counts as text", "types: text-types"],
    ["number as text", "types: text-types"],
    ["number without country", "numeric: wrong-country"],
    ["late", "number: late"],
    ["none there", "number: no-numbers"],
    ["overclaims", "counts: overclaimed"],
    ["same number", "counts: same-number"],
    ["finish once", "finish: not-repeatable"],
    ["finish refused", "finish: finish-refused"],
    ["ignores prefixes", "prefixes: prefix-ignored"],
    ["uses numbers up", "prefixes: not-lent-again"],
    ["no gzip", "gzip: gzip-refused"],
    ["no sms", "sms: no-sms"],
    ["never repeats", "repeat: not-repeated"],
    ["repeats under another id", "repeat: repeated-as-new"],
    ["repeats after SUCCESS", "repeat: repeated-after-success"],
    ["sms as text", "types: text-types"],
  ])(
    "the breach %s fails one test with %s",
    async (breach, expected) => {
      const { verdicts } = await given(breach);
      expect(failures(verdicts)).toEqual([expected]);
    },
    30_000,
  );

  it("ends by itself: what it lent is unknown to it a moment later", async () => {
    const { verdicts } = await given("ends by itself");
    expect(failures(verdicts)).toContain("finish: finish-refused");
  });

  it("no User-Agent: its pushes are refused, so that SMS do not come either", async () => {
    const { verdicts } = await given("no User-Agent");
    expect(failures(verdicts)).toContain("userAgent: no-user-agent");
  });
});

it("an address where nobody answers fails the first test alone, and every other is skipped", async () => {
  const agent = await openSmallAgent(KEY, "none");
  await agent.close();
  const verdicts = await testAgent(
    { url: agent.url, key: KEY },
    { listen: { host: "127.0.0.1", port: 0 }, times },
  );
  expect(failures(verdicts)).toEqual(["services: unreachable"]);
  expect([...verdicts.values()].filter(({ outcome }) => outcome === "skipped")).toHaveLength(
    testsOf("agent").length - 1,
  );
});
