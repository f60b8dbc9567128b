import { expect, test } from "vitest";
import { troubleOf } from "#lib/tooling/dev/trouble-lines.ts";

test("the terminal shows warnings, faults with their stack, and what is no line of the log", () => {
  expect(troubleOf('{"level":30,"time":"x","msg":"front door is open"}')).toBeNull();
  expect(troubleOf('{"level":40,"time":"x","requestId":"a","msg":"page failed"}')).toBe(
    'page failed {"requestId":"a"}',
  );
  expect(troubleOf('{"level":50,"time":"x","stack":"Error: no\\n  at a","msg":"failed"}')).toBe(
    "failed\nError: no\n  at a",
  );
  expect(troubleOf("SyntaxError: Unexpected token")).toBe("SyntaxError: Unexpected token");
  expect(troubleOf("  ")).toBeNull();
});
