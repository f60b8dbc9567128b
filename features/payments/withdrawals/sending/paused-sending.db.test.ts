import { expect, test, vi } from "vitest";
import {
  approve,
  givenRequest,
  owner,
  provider,
  send,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const setting = vi.hoisted(() => ({ isPaused: false }));
vi.mock("#lib/env.ts", async (original) => {
  const { env, ...others } = await original<typeof import("#lib/env.ts")>();
  const settings = new Proxy(
    { ...env },
    {
      get: (real, name) => (name === "WITHDRAWALS_PAUSED" ? setting.isPaused : Reflect.get(real, name)),
    },
  );
  return { ...others, env: settings };
});

/** As many as one run of the sweep takes. */
const BATCH = 20;

test("while withdrawals are paused those on their way are asked about however many wait to be sent, which go afterwards", async () => {
  const sent = await givenRequest(100_000);
  await approve(sent.id);
  provider.losesAnswers = true;
  await send();
  provider.losesAnswers = false;
  expect(await stateOf(sent.id)).toBe("sending");
  const waiting: number[] = [];
  for (let count = 0; count < BATCH; count += 1) {
    const { id } = await givenRequest(10_000);
    await approve(id);
    waiting.push(id);
  }
  setting.isPaused = true;
  await moveClock(owner, "1 minute");
  await send();
  expect(await stateOf(sent.id)).toBe("paid");
  expect(await walletOf(sent.user)).toEqual({ posted: 0, held: 0, available: 0 });
  expect(new Set(await Promise.all(waiting.map(stateOf)))).toEqual(new Set(["approved"]));
  setting.isPaused = false;
  await send();
  expect(new Set(await Promise.all(waiting.map(stateOf)))).toEqual(new Set(["paid"]));
});
