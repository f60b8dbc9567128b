import { afterAll, afterEach, beforeEach, vi } from "vitest";

type Method = "log" | "info" | "warn" | "error" | "debug" | "trace";
const METHODS: Method[] = ["log", "info", "warn", "error", "debug", "trace"];

let printed: string[] = [];

/**
 * Printing is a fault unless the test expects it: a warning of React, of the driver or a forgotten console.log
 * fails the test that caused it. A test that expects output replaces the method with `vi.spyOn(console, ...)`.
 */
for (const method of METHODS) {
  console[method] = (...args: unknown[]) => {
    printed.push(`console.${method}: ${args.map(textOf).join(" ")}`);
  };
}

function textOf(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

beforeEach(() => {
  printed = [];
});

afterEach(() => {
  const unexpected = printed;
  printed = [];
  if (unexpected.length > 0) throw new Error(`Unexpected output:\n${unexpected.join("\n")}`);
});

/** The next file of the worker begins with the real clock. */
afterAll(() => {
  vi.useRealTimers();
});
