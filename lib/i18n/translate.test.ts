import { describe, expect, test } from "vitest";
import { translateMessage } from "#lib/i18n/translate.ts";

describe("translateMessage", () => {
  test("answers in the caller's language", () => {
    expect(translateMessage("en", "api.errors.unauthorized")).toBe("You need to log in");
    expect(translateMessage("cn", "api.errors.unauthorized")).toBe("请先登录");
  });

  test("a missing key comes back as it is, silently", () => {
    expect(translateMessage("ru", "api.errors.nothingOfTheKind")).toBe("api.errors.nothingOfTheKind");
  });
});
