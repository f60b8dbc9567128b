import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { connectProvider, paymentMethods, providers } from "#features/payments/payments.gateway.ts";
import { methodName } from "#features/payments/payments.reads.ts";
import { tetherProvider } from "#features/payments/tether.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { allStandIns } from "#lib/payment-stand-ins/registry.ts";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");
/** What Tether is paid over is a chain, and its stand-in no provider's. */
const standIns = [...allStandIns(), [tetherProvider, new TronStandIn()] as const];

describe("every provider", () => {
  test("has one stand-in, and every stand-in stands for a provider", () => {
    expect(standIns.map(([provider]) => provider).sort()).toEqual(providers.map(({ id }) => id).sort());
    expect(new Set(standIns.map(([, standIn]) => standIn.constructor)).size).toBe(providers.length);
  });

  test("has a file of its own among the stand-ins, and no other file stands for it", () => {
    const shared = ["loopback-stand-in.ts", "registry.ts", "stand-in.ts", "tron.ts"];
    const files = readdirSync(path.join(ROOT, "lib/payment-stand-ins")).filter(
      (file) => !shared.includes(file),
    );
    expect(files.sort()).toEqual(
      allStandIns()
        .map(([provider]) => `${provider}.ts`)
        .sort(),
    );
  });

  test.each(standIns)("%s is set up by the settings of its stand-in, and by nothing less", (id, standIn) => {
    const settings = standIn.settingsAt("http://127.0.0.1:9");
    expect(connectProvider(id, settings)?.id).toBe(id);
    expect(connectProvider(id, {})).toBeNull();
  });
});

describe("every way to pay", () => {
  test("has an id that no other has", () => {
    expect(new Set(paymentMethods.map(({ id }) => id)).size).toBe(paymentMethods.length);
  });

  test("has a picture for each of its marks", () => {
    const marks = paymentMethods.flatMap((method) => method.marks);
    expect(marks.filter((mark) => !existsSync(path.join(ROOT, "public", mark)))).toEqual([]);
    expect(paymentMethods.filter((method) => method.marks.length === 0)).toEqual([]);
  });

  test.each(locales)("has a name in the language %s: a brand, or a text, and not both", (locale) => {
    const { methods: texts } = messagesOf(locale).payments as { methods: Record<string, string> };
    const inWords = paymentMethods.filter(({ name }) => name === undefined).map(({ id }) => id);
    expect(Object.keys(texts).sort()).toEqual(inWords.sort());
    for (const { id, name } of paymentMethods) expect(methodName(locale, id)).toBe(name ?? texts[id]);
  });
});
