import { expect, test } from "vitest";
import { editedPlaceOf, editHref, previewHref } from "#features/content/editing/editing.rules.ts";

test("an address names what it can show of the editors', and the language that it is read in", () => {
  expect(editedPlaceOf("/ru/blog/how-to-pay")).toEqual({
    locale: "ru",
    place: { of: "article", slug: "how-to-pay" },
  });
  expect(editedPlaceOf("/guide/refunds")).toEqual({
    locale: "en",
    place: { of: "page", path: "guide/refunds" },
  });
  expect(editedPlaceOf("/blog")?.place).toEqual({ of: "list", kind: "articles" });
  expect(editedPlaceOf("/hi/faq")?.place).toEqual({ of: "list", kind: "faq" });
  expect(editedPlaceOf("/es/draft/12")?.place).toEqual({ of: "draft", kind: "articles", id: 12 });
  expect(editedPlaceOf("/draft/page/12")?.place).toEqual({ of: "draft", kind: "pages", id: 12 });
  expect(editedPlaceOf("/cn/draft/faq/12")?.place).toEqual({ of: "draft", kind: "faq", id: 12 });
});

test.each([
  "",
  "/",
  "/ru",
  "/blog/feed.xml",
  "/blog/a/b",
  "/draft",
  "/draft/x",
  "/draft/page",
  "/draft/1/2",
  "/draft/faq/1/2",
])("nothing of the editors' is at %j", (address) => {
  expect(editedPlaceOf(address)).toBeNull();
});

test("a text is edited in the language that one reads, several of a kind from their list", () => {
  expect(editHref({ kind: "articles", id: 7 }, "cn")).toBe("/admin/collections/articles/7?locale=cn");
  expect(editHref({ kind: "pages", id: 7 }, "en")).toBe("/admin/collections/pages/7?locale=en");
  expect(editHref({ kind: "faq", id: null }, "tr")).toBe("/admin/collections/faq-entries?locale=tr");
});

test("only a text with something unpublished is looked at as it was saved last", () => {
  const shown = { kind: "articles", id: 7, isDraft: false, hasDraft: true } as const;
  expect(previewHref(shown, "ru")).toBe("/ru/draft/7");
  expect(previewHref({ ...shown, kind: "pages" }, "en")).toBe("/draft/page/7");
  expect(previewHref({ ...shown, hasDraft: false }, "ru")).toBeNull();
  expect(previewHref({ ...shown, id: null }, "ru")).toBeNull();
});
