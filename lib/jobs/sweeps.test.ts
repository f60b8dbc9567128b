import { expect, test, vi } from "vitest";
import { takeEach } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

const LEFT = "a due row is left for the next run";

function failingFor(ids: readonly number[]) {
  const taken: number[] = [];
  const take = async (id: number) => {
    if (ids.includes(id)) throw new Error(`${id} cannot be taken`);
    taken.push(id);
  };
  return { taken, take };
}

test("a due row that fails is logged by its id and keeps no other waiting", async () => {
  const said = vi.spyOn(log, "error").mockReturnValue(undefined);
  const { taken, take } = failingFor([1, 3]);
  expect(await takeEach("pay a share", [1, 2, 3, 4], take)).toBe(2);
  expect(taken).toEqual([2, 4]);
  expect(said.mock.calls).toEqual([
    [{ step: "pay a share", id: 1, error: "1 cannot be taken" }, LEFT],
    [{ step: "pay a share", id: 3, error: "3 cannot be taken" }, LEFT],
  ]);
  said.mockRestore();
});

test("ten failures in a row end a run of due rows, whose fault it cannot be", async () => {
  const said = vi.spyOn(log, "error").mockReturnValue(undefined);
  const due = Array.from({ length: 40 }, (_, id) => id);
  const { taken, take } = failingFor([...due.slice(1, 10), ...due.slice(11, 21)]);
  await expect(takeEach("pay a share", due, take)).rejects.toThrow("20 cannot be taken");
  expect(taken).toEqual([0, 10]);
  said.mockRestore();
});
