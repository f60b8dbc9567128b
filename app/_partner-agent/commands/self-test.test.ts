import { expect, it, vi } from "vitest";
import { testSetup } from "#app/_partner-agent/commands/self-test.ts";
import { givenConfig, givenPlatform, refusal } from "#app/_partner-agent/stand-in-platform.factory.ts";

async function outputOfTest(url: string): Promise<{ code: number; text: string }> {
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const code = await testSetup(givenConfig(url));
  const text = printed.mock.calls.join("");
  printed.mockRestore();
  return { code, text };
}

it("the test of a new partner, whose sale is paused, says that the key is right and what is next", async () => {
  const platform = await givenPlatform();
  platform.workRefusal = refusal(403, "ACCOUNT_BLOCKED");
  const { code, text } = await outputOfTest(platform.url);
  expect(text).toContain(
    "ok     key: is right; your sale is paused: start the program, then run the self-test",
  );
  expect([code, text.includes("Everything is ready.")]).toEqual([0, true]);
});

it("the test with a key that nobody knows says so and fails", async () => {
  const platform = await givenPlatform();
  platform.workRefusal = refusal(401, "ERROR_WRONG_KEY");
  const { code, text } = await outputOfTest(platform.url);
  expect(text).toContain("WRONG  key: ERROR_WRONG_KEY");
  expect(code).toBe(1);
});
