import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sentenceOf } from "#features/back-office/audit-log/audit-log.rules.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

it("the sentence of an action is named by it and tells what it was done to", () => {
  expect(sentenceOf("withdrawal.approve", "withdrawal:12")).toEqual({ key: "withdrawal.approve", id: "12" });
  expect(sentenceOf("rate.set", "rate:usd:2026-11-26")).toEqual({ key: "rate.set", id: "usd:2026-11-26" });
});

it("every action that the sources write into the audit has its sentence", () => {
  const written = globSync("features/**/*.ts", { exclude: ["**/*.test.ts", "**/*.factory.ts"] })
    .map((file) => readFileSync(file, "utf8"))
    .filter((source) => source.includes("#features/identity/audit.writes.ts"))
    .flatMap((source) => [...source.matchAll(/(?:action: |action\b[^\n]*\? |: |, )"([a-z-]+\.[a-z-]+)"/g)])
    .map(([, action]) => String(action));
  expect(new Set(written).size).toBeGreaterThan(25);
  for (const action of written) {
    const sentence = translateMessage("en", `backOffice.audit.${action}`, { id: "12" });
    expect(sentence, `Write backOffice.audit.${action} in every language.`).not.toContain("backOffice");
  }
});

it("every fact that the sources write into the audit has its words", () => {
  const written = globSync("features/**/*.ts", { exclude: ["**/*.test.ts", "**/*.factory.ts"] })
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((source) => [
      ...source.matchAll(
        /(?:recordAction\(|recordOf\b|\bact\(|const act\b)[^;]{0,400}?details: \{([^{}]*)\}/g,
      ),
    ])
    .flatMap(([, facts]) => String(facts).split(","))
    .map((fact) => /^\s*(\w+)/.exec(fact)?.[1])
    .filter((fact) => fact !== undefined);
  expect(new Set(written).size).toBeGreaterThan(40);
  for (const fact of written) {
    const words = translateMessage("en", `backOffice.auditFacts.${fact}`);
    expect(words, `Write backOffice.auditFacts.${fact} in every language.`).not.toContain("backOffice");
  }
});
