import { expect, test } from "vitest";
import { givenServer } from "#lib/testing/http-server.ts";
import { answersWithin } from "#lib/tooling/answers.ts";

test("an address is waited for until it answers well, and no longer than somebody may still answer", async () => {
  let asked = 0;
  const { url } = await givenServer((_request, response) => {
    asked += 1;
    response.writeHead(asked === 2 ? 200 : 503).end();
  });
  expect([await answersWithin(url, 60_000, () => false), asked]).toEqual([true, 2]);
  expect([await answersWithin(url, 60_000, () => asked > 3), asked]).toEqual([false, 4]);
  expect(await answersWithin(url, 0, () => false)).toBe(false);
});
