import { expect, test } from "vitest";
import { findLines, isTest, listSources } from "#lib/tooling/source-files.ts";

/** A cookie by a name of its own: a literal name, a header that is made by hand, or none of the house's ways. */
const besidesTheList =
  /\bcookie\.set\(\s*["'`]|\bsetCookieHeader\(\s*[{"'`]|\bdocument\.cookie\s*=[^=]|\bcookieStore\.set|["'`]set-cookie["'`]\s*[:,]\s*["'`]/i;

test("no code sets a cookie that lib/cookies.ts, and with it the privacy page, does not list", () => {
  const product = listSources().filter(({ path }) => !isTest(path) && !path.startsWith("lib/testing/"));
  expect(
    product.flatMap((source) => findLines(source, besidesTheList)),
    "Add the cookie to lib/cookies.ts and, with its purpose, to the privacy page, and set it by that entry.",
  ).toEqual([]);
});
