import { describe, expect, it } from "vitest";
import { readPoll } from "#features/handler-api/polls/polls.rules.ts";

const KEY = "0123456789abcdef0123456789abcdef";

describe("the plain spelling of a poll", () => {
  it.each([
    [`api_key=${KEY}&action=getBalance`, { action: "getBalance", key: KEY }],
    [`action=getStatus&api_key=${KEY}&id=17`, { action: "getStatus", key: KEY, orderId: 17 }],
    [
      `action=getStatus&id=17&api_key=${KEY}&lang=ru&anything=1`,
      { action: "getStatus", key: KEY, orderId: 17 },
    ],
    ["action=getBalance&api_key=wrong", { action: "getBalance", key: "wrong" }],
  ])("the query %s is read without the whole parser", (query, expected) =>
    expect(readPoll(query)).toEqual(expected),
  );

  it.each([
    ["", "nothing"],
    [`api_key=${KEY}`, "no action"],
    ["action=getBalance", "no key: it may be in a header"],
    ["action=getBalance&api_key=null", "a key that means none"],
    [`action=getNumber&api_key=${KEY}&service=tg`, "an action that buys"],
    [`action=getStatusV2&api_key=${KEY}&id=17`, "an answer in JSON"],
    [`action=getStatus&api_key=${KEY}`, "no order"],
    [`action=getStatus&api_key=${KEY}&id=017`, "an order of another spelling"],
    [`action=getStatus&api_key=${KEY}&id=17&id=18`, "the last of two counts"],
    [`action=getStatus&api_key=${KEY}&activationId=17`, "the other name of the order"],
    [`action=getBalance&action=getNumber&api_key=${KEY}`, "two actions"],
    [`action=getBalance&api_key=${KEY}&api_key=x`, "two keys"],
    [`action=getBalance&api_key=${KEY}+`, "something encoded"],
    [`%61ction=getBalance&api_key=${KEY}`, "something encoded"],
    [`action=getBalance&api_key=${KEY}&`, "an empty pair"],
    [`action=getBalance&api_key=${KEY}&id`, "a name without a value"],
  ])("%s is left to the full reading (%s)", (query) => expect(readPoll(query)).toBeNull());
});
