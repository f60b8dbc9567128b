import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  aSecondOfTheWorker,
  askedWith,
  desk,
  forgottenMs,
  givenAgentServer,
  owner,
  push,
} from "#app/api/operated-suppliers.factory.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

it("an agent may push with its former key until the overlap is over, and is called with the new one from the chosen hour on", async () => {
  const server = await givenAgentServer();
  const common = { name: "Keys", kind: "agent", baseUrl: server.url, defaultCostKopecks: 500 };
  const first = (await desk("", { ...common, code: "keys" })).key;
  const { key: second } = await desk("/keys/rotate-key", { overlapHours: 24, callsAfterHours: 2 });
  expect(await push(first)).toEqual([200, "SUCCESS"]);
  expect(await push(second)).toEqual([200, "SUCCESS"]);
  await aSecondOfTheWorker();
  expect(askedWith(server.requests)).toBe(first);
  await moveClock(owner, "3 hours");
  await aSecondOfTheWorker();
  expect(askedWith(server.requests)).toBe(second);
  expect(await push(first)).toEqual([200, "SUCCESS"]);
  await moveClock(owner, "22 hours");
  await pause(forgottenMs);
  expect(await push(first)).toEqual([401, "ERROR_WRONG_KEY"]);

  const { key: third } = await desk("/keys/rotate-key", { overlapHours: 0 });
  await pause(forgottenMs);
  expect(await push(second)).toEqual([401, "ERROR_WRONG_KEY"]);
  await aSecondOfTheWorker();
  expect(askedWith(server.requests)).toBe(third);
  await desk("/keys/end", {});
});
