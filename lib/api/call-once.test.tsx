import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiProblem } from "#lib/api/browser-client.ts";
import { callOnce, judgeProblem, resendPauseMs, resendsMax, unanswered } from "#lib/api/call-once.ts";

const problem = (status: number, code: string) => new ApiProblem("", { status, code, requestId: null });
const lost = () => Promise.reject(problem(0, "NETWORK"));

let keys: string[] = [];
/** A server that answers what it is told to, one after the other, and notes the keys that it saw. */
function server(...answers: (() => Promise<{ data: string }>)[]) {
  return (headers: Record<string, string>) => {
    keys.push(String(headers["Idempotency-Key"]));
    return (answers.shift() ?? lost)();
  };
}
const done = () => Promise.resolve({ data: "done" });
const refused = (status: number, code: string) => () => Promise.reject(problem(status, code));
const settled = async (call: Promise<unknown>) => {
  const outcome = call.then(
    (answer) => answer,
    (error: ApiProblem) => error.code,
  );
  await vi.advanceTimersByTimeAsync(resendPauseMs * (resendsMax + 1));
  return outcome;
};

beforeEach(() => {
  keys = [];
  sessionStorage.clear();
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("a write that must happen once", () => {
  test("is sent again with the same key until it is answered, and its key is forgotten then", async () => {
    const call = callOnce("pay", { amount: 1 }, server(lost, refused(502, "SERVER_ERROR"), done));
    expect(await settled(call)).toBe("done");
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(unanswered("pay")).toBeNull();
  });

  test("that nobody answers is given up after a few tries, and the next call with the same wish has its key", async () => {
    expect(await settled(callOnce("pay", { amount: 1 }, server()))).toBe("NETWORK");
    expect(keys).toHaveLength(1 + resendsMax);
    expect(unanswered("pay")).toEqual({ amount: 1 });
    expect(await settled(callOnce("pay", { amount: 1 }, server(done)))).toBe("done");
    expect(new Set(keys).size).toBe(1);
  });

  test("for which another wish is made under the same name has another key", async () => {
    await settled(callOnce("pay", { amount: 1 }, server()));
    await settled(callOnce("pay", { amount: 2 }, server(done)));
    expect(new Set(keys).size).toBe(2);
  });

  test("that was refused is not sent again, and the next one has a key of its own", async () => {
    expect(await settled(callOnce("pay", {}, server(refused(409, "AMOUNT_TOO_SMALL"))))).toBe(
      "AMOUNT_TOO_SMALL",
    );
    expect(await settled(callOnce("pay", {}, server(done)))).toBe("done");
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
  });

  test("goes on with its key behind a code that the person has to show first", async () => {
    expect(await settled(callOnce("pay", {}, server(refused(403, "STEP_UP_NEEDED"))))).toBe("STEP_UP_NEEDED");
    expect(await settled(callOnce("pay", {}, server(done)))).toBe("done");
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test("waits for an earlier call with its key", () => {
    expect(judgeProblem({ status: 409, code: "IDEMPOTENCY_IN_FLIGHT" })).toBe("unknown");
    expect(judgeProblem({ status: 422, code: "IDEMPOTENCY_MISMATCH" })).toBe("definite");
  });

  test("believes what is kept only in its right form", () => {
    for (const kept of ["{", "null", '{"key":"short","asked":1}', '{"key":"12345678-aaaa"}']) {
      sessionStorage.setItem("pay", kept);
      expect(unanswered("pay")).toBeNull();
    }
    sessionStorage.setItem("pay", '{"key":"12345678-aaaa","asked":1}');
    expect(unanswered("pay")).toBe(1);
  });
});
