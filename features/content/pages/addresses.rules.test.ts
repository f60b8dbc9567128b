import { expect, test } from "vitest";
import { isTaken } from "#features/content/pages/addresses.rules.ts";
import { programs, sections } from "#features/site/sections.rules.ts";

test("what the product has at an address no page can have: sections, pages, programs, languages and services", () => {
  for (const slug of [
    ...Object.keys(sections),
    ...programs,
    ...["partner-program", "privacy-policy", "search", "telegram", "whatsapp", "ru", "icons", "mcp"],
  ])
    expect(isTaken(slug), slug).toBe(true);
  for (const slug of ["guide", "about-us", "constructor", "russia-numbers"])
    expect(isTaken(slug), slug).toBe(false);
});
