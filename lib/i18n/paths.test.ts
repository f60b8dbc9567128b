import { describe, expect, test } from "vitest";
import { alternatePaths, localizedPath, splitLocale } from "#lib/i18n/paths.ts";

describe("localized paths", () => {
  test("English has no prefix, the others begin with theirs", () => {
    expect(localizedPath("en", "/profile")).toBe("/profile");
    expect(localizedPath("ru", "/profile/pay?service=52")).toBe("/ru/profile/pay?service=52");
    expect(localizedPath("cn", "/")).toBe("/cn");
    expect(localizedPath("cn", "/?a=1")).toBe("/cn?a=1");
  });

  test("splitting gives back the language and the path", () => {
    expect(splitLocale("/hi/services")).toEqual({ locale: "hi", path: "/services", prefixed: true });
    expect(splitLocale("/hi")).toEqual({ locale: "hi", path: "/", prefixed: true });
    expect(splitLocale("/history")).toEqual({ locale: "en", path: "/history", prefixed: false });
    expect(splitLocale("/en/services")).toEqual({ locale: "en", path: "/services", prefixed: true });
  });

  test("alternates use BCP 47 tags and have a default", () => {
    expect(alternatePaths("/services")).toMatchObject({
      "zh-CN": "/cn/services",
      "x-default": "/services",
      en: "/services",
    });
  });
});
