import { expect, test } from "vitest";
import { proofPart, withPart } from "#lib/tooling/proofs/proof-figures.ts";

const part = proofPart({
  name: "model",
  words: ["--sequences", "50"],
  day: "2026-11-28",
  seconds: 41.4,
  machine: "2 cores, unknown; Node 24.0.0",
  recorded: [{ proof: "lives", figures: { sequences: 5_000, seed: 12_345 } }],
});

test("a run of a proof says its day, its words, its machine and how long it took", () => {
  expect(part).toBe(`### model

2026-11-28, \`npm run prove -- model --sequences 50\`: passed in 41 s; 2 cores, unknown; Node 24.0.0.

| measure | figure |
|---|---|
| lives: sequences | 5,000 |
| lives: seed | 12345 |`);
});

test("the figures of one proof take the place of its former ones alone, in the order of the proofs", () => {
  const before = "### crash\n\nyesterday\n\n### model\n\nyesterday, too\n\n### malformed\n\nlast week";
  expect(withPart(before, "model", part)).toBe(
    `### crash\n\nyesterday\n\n${part}\n\n### malformed\n\nlast week`,
  );
  expect(withPart("", "model", part)).toBe(part);
});

test("a proof that is there no more leaves the page with the next run", () => {
  expect(withPart("### none-such\n\nlast year", "model", part)).toBe(part);
});
