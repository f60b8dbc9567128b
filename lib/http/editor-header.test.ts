import { expect, test } from "vitest";
import { readEditor, signEditor } from "#lib/http/editor-header.ts";

const KEY = "key of the front door and the content desk";
const NOW_MS = 1_800_000_000_000;

test("a header that the front door signed names the editor", () => {
  expect(readEditor(signEditor(7, KEY, NOW_MS), KEY, NOW_MS + 1_000)).toBe(7);
});

test("a header is believed for a minute, and none that is signed for the day after", () => {
  const header = signEditor(7, KEY, NOW_MS);
  expect(readEditor(header, KEY, NOW_MS + 59_000)).toBe(7);
  expect(readEditor(header, KEY, NOW_MS + 60_000)).toBeNull();
  expect(readEditor(signEditor(7, KEY, NOW_MS + 86_400_000), KEY, NOW_MS)).toBeNull();
});

test("a header that is missing, changed, or signed with another key names nobody", () => {
  const header = signEditor(7, KEY, NOW_MS);
  const changed = [
    null,
    "",
    "7",
    header.replace(/^7\./, "8."),
    header.replace(/\.\d+\./, `.${NOW_MS + 59_999}.`),
    `${header}x`,
    header.slice(0, -1),
    signEditor(7, "another key", NOW_MS),
    `07${header.slice(1)}`,
  ];
  expect(changed.map((one) => readEditor(one, KEY, NOW_MS))).toEqual(changed.map(() => null));
});
