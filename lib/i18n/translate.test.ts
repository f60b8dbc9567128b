import { describe, expect, test } from "vitest";
import { translateMessage } from "#lib/i18n/translate.ts";

describe("translateMessage", () => {
  test("answers in the caller's language", () => {
    expect(translateMessage("en", "api.errors.unauthorized")).toBe("You need to log in");
    expect(translateMessage("cn", "api.errors.unauthorized")).toBe("请先登录");
  });

  test("a missing key comes back as it is, silently", () => {
    expect(translateMessage("ru", "api.errors.nothingOfTheKind")).toBe("api.errors.nothingOfTheKind");
    expect(translateMessage("ru", "api.errors")).toBe("api.errors");
    expect(translateMessage("ru", "api.constructor.name")).toBe("api.constructor.name");
  });

  test("a text whose value is missing is its key, never a sentence with a hole", () => {
    expect(translateMessage("en", "ledger.reasons.week")).toBe("ledger.reasons.week");
    expect(translateMessage("en", "ledger.reasons.week", { week: "2026-W48" })).toContain("2026-W48");
  });
});
