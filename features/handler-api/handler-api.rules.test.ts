import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  cancelActivationEndpoint,
  finishActivationEndpoint,
  getNumberEndpoint,
} from "#features/activations/activations.contract.ts";
import {
  actionNames,
  actionRules,
  answerToken,
  answerTokens,
  answerTokenWith,
  findAction,
  mayAnswer,
  protocolTime,
  tokenOfError,
  tokensOf,
} from "#features/handler-api/handler-api.rules.ts";

describe("the closed set of words", () => {
  it("is made in one file alone", () => {
    const files = globSync("**/*.ts", { cwd: import.meta.dirname }).filter(
      (file) => !file.includes(".test.") && file !== "handler-api.rules.ts",
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const source = readFileSync(path.join(import.meta.dirname, file), "utf8");
      expect(source, file).not.toMatch(/kind: "token"/);
    }
  });

  it("holds every word of every action, and no action says another's", () => {
    for (const action of actionNames) {
      for (const token of tokensOf(action)) expect(answerTokens).toHaveProperty(token);
    }
    expect(mayAnswer("getBalance", "ACCESS_NUMBER")).toBe(false);
    expect(mayAnswer("getStatus", "ACCESS_CANCEL")).toBe(false);
    expect(mayAnswer(null, "BAD_KEY")).toBe(true);
    expect(mayAnswer(null, "NO_NUMBERS")).toBe(false);
  });

  it("never has a colon in getNumber's words but for ACCESS_NUMBER, WRONG_MAX_PRICE and BANNED", () => {
    const withValue = tokensOf("getNumber").filter((token) => answerTokens[token] !== null);
    expect(withValue).toEqual(["ACCESS_NUMBER", "WRONG_MAX_PRICE", "BANNED"]);
  });

  it("has a word for every refusal of buying and of the steps of an order", () => {
    const codes = [getNumberEndpoint, cancelActivationEndpoint, finishActivationEndpoint]
      .flatMap(({ errors }) => errors.map(({ code }) => code))
      // They carry a price or a time and are said where they are caught.
      .filter((code) => code !== "WRONG_MAX_PRICE" && code !== "BANNED");
    for (const code of codes) expect(tokenOfError).toHaveProperty(code);
  });

  it("keeps what follows the colon on one line", () => {
    expect(answerTokenWith("STATUS_OK", "a\r\nb\u0000c\u2028d ").text).toBe("STATUS_OK:a b c d");
    expect(answerToken("NO_NUMBERS").text).toBe("NO_NUMBERS");
  });
});

describe("findAction", () => {
  it.each([undefined, "", "GETBALANCE", "toString", "__proto__", "hasOwnProperty"])(
    "no action is called %j",
    (name) => {
      expect(findAction(name)).toBeNull();
    },
  );

  it("knows which actions change something", () => {
    expect(actionNames.filter((name) => actionRules[name].changes)).toEqual([
      "getNumber",
      "getNumberV2",
      "setStatus",
      "getRentNumber",
      "setRentStatus",
      "continueRentNumber",
      "prolong",
      "finishActivation",
      "cancelActivation",
      "getExtraActivation",
      "reactivate",
      "getAdditionalService",
      "setMaxPrice",
      "buyPartnerProduct",
      "getMultiServiceNumber",
      "createTaskForCall",
      "buyMailActivation",
      "cancelMailActivation",
      "sandboxAdvance",
      "sandboxReset",
    ]);
  });
});

it("bots are told times in UTC without a zone", () => {
  expect(protocolTime(new Date("2026-11-21T23:59:59.999Z"))).toBe("2026-11-21 23:59:59");
});
