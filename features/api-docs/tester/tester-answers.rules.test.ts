import { describe, expect, test } from "vitest";
import { docsHref, docsPages } from "#features/api-docs/api-docs.rules.ts";
import { siteEndpoints } from "#features/api-docs/endpoints.rules.ts";
import {
  madeThingOf,
  refusalCodeOf,
  shownHeaders,
  shownText,
} from "#features/api-docs/tester/tester-answers.rules.ts";
import { answerTokens } from "#features/handler-api/handler-api.rules.ts";
import { rentWords } from "#features/handler-api/rent/rent.rules.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";
import { errorPagePath } from "#lib/errors/app-error.ts";

describe("what is shown of an answer", () => {
  test("JSON has a line per member, and its numbers stay as they were written", () => {
    const text =
      '{"price":1.50,"id":12345678901234567890,"list":[1,{"a":"x, {y}: \\"z\\""}],"none":[],"off":{}}';
    expect(shownText(text, 100)).toEqual({
      isWhole: true,
      text: [
        "{",
        '  "price": 1.50,',
        '  "id": 12345678901234567890,',
        '  "list": [',
        "    1,",
        "    {",
        '      "a": "x, {y}: \\"z\\""',
        "    }",
        "  ],",
        '  "none": [],',
        '  "off": {}',
        "}",
      ].join("\n"),
    });
  });

  test("a long one is folded, and says so; megabytes take no time", () => {
    const long = JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index));
    const began = performance.now();
    const shown = shownText(long, 40);
    expect(shown.isWhole).toBe(false);
    expect(shown.text.split("\n")).toHaveLength(40);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(shownText("[1,2]", 4)).toEqual({ isWhole: true, text: "[\n  1,\n  2\n]" });
    expect(shownText("[1,2]", 3)).toEqual({ isWhole: false, text: "[\n  1,\n  2" });
  });

  test("words and broken JSON stay as they came", () => {
    for (const text of ["ACCESS_NUMBER:1:628", '{"half":', "[not json]", "a\nb"])
      expect(shownText(text, 10)).toEqual({ isWhole: true, text });
    expect(shownText("a\nb\nc", 2)).toEqual({ isWhole: false, text: "a\nb" });
  });
});

describe("a refusal", () => {
  test("is known in each dialect: a word, the rent family's JSON, the code of a body", () => {
    expect(refusalCodeOf(200, "NO_NUMBERS")).toBe("NO_NUMBERS");
    expect(refusalCodeOf(200, "WRONG_MAX_PRICE:12.50")).toBe("WRONG_MAX_PRICE");
    expect(refusalCodeOf(200, '{"status":"error","message":"RENT_DIE"}')).toBe("RENT_DIE");
    expect(refusalCodeOf(422, '{"error":{"code":"IDEMPOTENCY_MISMATCH","message":"x"}}')).toBe(
      "IDEMPOTENCY_MISMATCH",
    );
    expect(refusalCodeOf(502, "<html>Bad gateway</html>")).toBeNull();
  });

  test("is not what tells how things stand, nor a list with such a member", () => {
    for (const text of [
      "ACCESS_BALANCE:1.00",
      "STATUS_WAIT_CODE",
      "STATUS_CANCEL",
      "FULL_SMS:NO_KEY",
      "HELLO",
      '{"status":"success"}',
      "[]",
    ])
      expect(refusalCodeOf(200, text)).toBeNull();
    const words = Object.keys(answerTokens).filter((word) => refusalCodeOf(200, word) !== null);
    expect(words).toEqual(
      Object.keys(answerTokens).filter((word) => !/^(ACCESS_|STATUS_|FULL_SMS|ADDITIONAL)/.test(word)),
    );
  });

  test("has its page, whichever it is", () => {
    expect(errorPagePath("EARLY_CANCEL_DENIED")).toBe("/docs/errors/early-cancel-denied");
    const pages = docsPages.map(docsHref);
    const codes = [
      ...Object.keys(answerTokens).filter((word) => refusalCodeOf(200, word) !== null),
      ...rentWords,
    ];
    for (const endpoint of [...restEndpoints, ...siteEndpoints])
      codes.push(...errorRowsOf(endpoint).map(({ code }) => code));
    expect(codes.map(errorPagePath).filter((path) => !pages.includes(path))).toEqual([]);
  });
});

test("what was made is remembered with its family; other answers are none", () => {
  expect(madeThingOf("getNumber", "ACCESS_NUMBER:17:628123")).toEqual({ family: "activation", id: "17" });
  expect(madeThingOf("buyActivation", '{"result":"ACCESS_NUMBER:19:628","activation":{}}')?.id).toBe("19");
  expect(madeThingOf("getNumberV2", '{"activationId":18}')).toEqual({ family: "activation", id: "18" });
  expect(madeThingOf("getRentNumber", '{"status":"success","phone":{"id":1049}}')).toEqual({
    family: "rental",
    id: "1049",
  });
  expect(madeThingOf("rentNumber", '{"id":7}')).toEqual({ family: "rental", id: "7" });
  expect(madeThingOf("getNumber", "NO_NUMBERS")).toBeNull();
  expect(madeThingOf("restCreateWebhook", '{"id":7}')).toEqual({ family: "webhook", id: "7" });
  expect(madeThingOf("createNamedApiKey", '{"id":7}')).toBeNull();
  expect(madeThingOf("getListOfActiveActivations", '{"id":[7]}')).toBeNull();
});

test("of the headers those stay that tell a caller something", () => {
  const headers = new Headers({
    "content-type": "text/plain",
    "x-request-id": "r-1",
    "retry-after": "3",
    "ratelimit-policy": "x",
    ratelimit: "y",
    "content-security-policy": "default-src 'none'",
    "set-cookie": "a=b",
    date: "now",
  });
  expect(shownHeaders(headers).map(([name]) => name)).toEqual([
    "content-type",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "x-request-id",
  ]);
});
