import { expect, test } from "vitest";
import { blogHref, blogQueryOf } from "#features/content/blog/blog.rules.ts";

test("the list's address says page and tag, and only where they are not the first and all", () => {
  expect(
    [
      { page: 1, tag: null },
      { page: 3, tag: null },
      { page: 1, tag: "rent" },
      { page: 2, tag: "rent" },
    ].map(blogHref),
  ).toEqual(["/blog", "/blog?page=3", "/blog?tag=rent", "/blog?page=2&tag=rent"]);
});

test("an address is read as the part of the list it names, and what is no part as none", () => {
  expect(blogQueryOf({})).toEqual({ page: 1, tag: null });
  expect(blogQueryOf({ page: "2", tag: "first-steps" })).toEqual({ page: 2, tag: "first-steps" });
  for (const page of ["0", "-1", "1.5", "99999", "x", ["1", "2"]]) expect(blogQueryOf({ page })).toBeNull();
  for (const tag of ["", "A", "a b", "'", "x".repeat(81)]) expect(blogQueryOf({ tag })).toBeNull();
});
