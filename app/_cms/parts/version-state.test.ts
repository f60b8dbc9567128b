import { expect, test } from "vitest";
import { authorOf, statesOf, type VersionRow } from "#app/_cms/parts/version-state.ts";

const row = (version: VersionRow["version"]): VersionRow => ({
  ...{ id: 1, updatedAt: "2026-11-29T10:00:00Z", version },
});
const draft = row({ _status: "draft" });
const published = row({ _status: "published" });

test("the newest published version is what readers see, and those before it were seen", () => {
  expect(statesOf([published, draft, published], true)).toEqual([
    ...["currentlyPublished", "draft", "previouslyPublished"],
  ]);
});

test("a draft above what is published is the one that is written on", () => {
  expect(statesOf([draft, published, draft], true)).toEqual(["currentDraft", "currentlyPublished", "draft"]);
});

test("of a document that was taken down nothing is published", () => {
  expect(statesOf([draft, published], false)).toEqual(["currentDraft", "previouslyPublished"]);
  expect(statesOf([], false)).toEqual([]);
});

test("the author of a version is an editor by name, by number, or nobody", () => {
  const authors = [{ name: "staff 41" }, 41, null, undefined].map((editedBy) => authorOf(row({ editedBy })));
  expect(authors).toEqual(["staff 41", "staff 41", "—", "—"]);
});
