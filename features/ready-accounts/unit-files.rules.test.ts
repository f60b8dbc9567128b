import { expect, test } from "vitest";
import { readUnitFile, unitFileText } from "#features/ready-accounts/unit-files.rules.ts";

const file = { name: "a.session", isFolder: false, files: [{ path: "a.session", base64: "AAE=" }] };
const folder = { name: "a", isFolder: true, files: [{ path: "tdata/key", base64: "AAE=" }] };

test.each([
  ["a file", file],
  ["a folder", folder],
])("an account that is %s is read from its text as it was written", (_, unit) => {
  expect(readUnitFile(unitFileText(unit))).toEqual(unit);
});

test.each([
  "anna:one",
  '{"login":"anna"}',
  '{"file":"a.session"}',
  '{"file":"a.session","base64":1}',
  '{"file":"../a.session","base64":"AA=="}',
  '{"file":"a',
  '{"folder":"a","files":[]}',
  '{"folder":"..","files":[{"path":"x","base64":""}]}',
  '{"folder":"a","files":[{"path":"../x","base64":""}]}',
  '{"folder":"a","files":[null]}',
])("a text that is no files, or would climb out, is a text: %s", (text) => {
  expect(readUnitFile(text)).toBeNull();
});
