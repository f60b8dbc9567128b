import { expect, test } from "vitest";
import { arrivalOf, unknownArrival } from "#features/identity/attribution/attribution.rules.ts";

test("the code of the link and the browser's id are read out of the cookies", () => {
  expect(arrivalOf("a=b; r=bear-7; fp=0c4f9e2a-1; authToken=x")).toEqual({
    referralCode: "bear-7",
    deviceId: "0c4f9e2a-1",
  });
});

test.each([null, "", "r", "r=", "r=a b", `r=${"x".repeat(65)}`, "xr=bear", "fp=short", "r='; drop table"])(
  "the header %s says nothing of where somebody came from",
  (header) => expect(arrivalOf(header)).toEqual(unknownArrival),
);
