import { describe, expect, test } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { errorBody } from "#lib/api/errors-to-http.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";
import { AppError, type ErrorRow } from "#lib/errors/app-error.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";

/** Every refusal that a contract names. Features may have rows of one code with words of their own. */
const refusals = [...new Set(apiRoutes.flatMap(({ endpoint }) => errorRowsOf(endpoint)))];

/** The text of a key as it stands in a file, with the places for its values. */
const written = (key: string, locale: Locale) =>
  key
    .split(".")
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], messagesOf(locale));

/** What a caller reads who is refused so. A value stands in each place for one: without it the key would be answered. */
function wordsOf(row: ErrorRow, locale: Locale): string {
  const places = String(written(row.messageKey, locale)).matchAll(/\{\s*(\w+)/g);
  const details = { ...Object.fromEntries([...places].map(([, name]) => [name, 20])), ...row.exampleDetails };
  return errorBody(new AppError(row, { details }), locale, "req-1").message;
}

describe.each(locales)("a refusal of the API in %s", (locale) => {
  test("has a sentence for every code that a contract names", () => {
    expect(refusals.length).toBeGreaterThan(200);
    const silent = refusals.filter((row) => {
      const words = wordsOf(row, locale);
      return words === row.messageKey || !/\p{L}{2}/u.test(words) || /[{}]|undefined/.test(words);
    });
    expect(silent.map(({ code, messageKey }) => `${code} ${messageKey}`)).toEqual([]);
  });

  test("is not left in English where the language is another one", () => {
    const same = refusals.filter((row) => wordsOf(row, locale) === wordsOf(row, "en"));
    expect(locale === "en" || same.map(({ messageKey }) => messageKey)).toEqual(locale === "en" || []);
  });
});

test.each([
  ["SERVER_ERROR", "An error occurred. Repeat the request later."],
  ["NO_NUMBERS", "Number not available. Try again"],
  ["NO_BALANCE", "Insufficient funds"],
  ["SERVICE_NOT_FOUND", "Service not found"],
  ["RUSSIAN_NUMBERS_UNAVAILABLE", "Russian numbers unavailable"],
  ["COUPON_NOT_FOUND", "Coupon not found"],
  ["PAYMENT_CODE_INCORRECT", "Payment code is not correct"],
  ["TELEGRAM_LINKED_ALREADY", "You already have a telegram bot linked"],
])("a call of the API that is refused with %s says '%s', whichever feature refuses it", (code, words) => {
  const said = refusals.filter((row) => row.code === code).map((row) => wordsOf(row, "en"));
  expect(new Set(said)).toEqual(new Set([words]));
});
