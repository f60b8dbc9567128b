import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const endpoint = defineEndpoint({
  id: "readBalance",
  method: "GET",
  path: "/balance",
  summary: "The balance",
  tag: "test",
  access: "public",
  response: z.strictObject({ kopecks: z.number().int() }),
  errors: [],
});
const fitting = { kopecks: 5 };
const misfit = { kopecks: "5", extra: true };

/** The room as a process with such an environment loads it, and the log that it writes to. */
async function loadedIn(nodeEnv: "production" | "test") {
  vi.resetModules();
  vi.stubEnv("NODE_ENV", nodeEnv);
  vi.stubEnv("DEMO", "0");
  const { checkAnswer } = await import("#lib/api/check-answer.ts");
  const { log } = await import("#lib/log.ts");
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  return { checkAnswer, logged };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("an answer that does not fit its contract", () => {
  it("fails the test in which it is given", async () => {
    const { checkAnswer } = await loadedIn("test");
    expect(() => checkAnswer(endpoint, misfit)).toThrow(
      "readBalance answered what its contract does not allow",
    );
  });

  it("goes out in production and is logged with the endpoint and what is wrong", async () => {
    const { checkAnswer, logged } = await loadedIn("production");
    checkAnswer(endpoint, misfit);
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      { endpoint: "readBalance", problem: expect.stringContaining("kopecks") },
      "answer does not fit its contract",
    );
  });

  it("is found in production within a hundred answers of its endpoint, which are not all looked at", async () => {
    const { checkAnswer, logged } = await loadedIn("production");
    checkAnswer(endpoint, fitting);
    for (let count = 0; count < 100; count++) checkAnswer(endpoint, misfit);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it("is looked for at the first answer of every endpoint, however many others have gone out", async () => {
    const { checkAnswer, logged } = await loadedIn("production");
    for (let count = 0; count < 7; count++) checkAnswer(endpoint, fitting);
    checkAnswer({ ...endpoint, id: "readRates" }, misfit);
    expect(logged).toHaveBeenCalledTimes(1);
  });
});
