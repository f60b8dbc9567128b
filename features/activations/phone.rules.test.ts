import { describe, expect, it } from "vitest";
import { phoneTexts } from "#features/activations/phone.rules.ts";

describe("numbers to read and to copy", () => {
  it("groups a number and spells it in the ways that forms ask for", () => {
    expect(phoneTexts("6281234567890")).toEqual({
      shown: "+62 812 3456 7890",
      e164: "+6281234567890",
      local: "081234567890",
      withoutPrefix: "81234567890",
    });
    expect(phoneTexts("447911123456")).toMatchObject({ shown: "+44 7911 123456", local: "07911123456" });
  });

  it("keeps the digits of a number that no plan knows", () => {
    expect(phoneTexts("999")).toEqual({ shown: "+999", e164: "+999", local: "999", withoutPrefix: "999" });
  });
});
