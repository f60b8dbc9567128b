import { expect, test } from "vitest";
import type { ArchiveFile } from "#features/ready-accounts/stock/archive.rules.ts";
import { archiveLimits } from "#features/ready-accounts/stock/archive.rules.ts";
import { readArchive } from "#features/ready-accounts/stock/archive-units.rules.ts";
import {
  parseFileTemplate,
  parseTemplate,
  type StockTemplate,
} from "#features/ready-accounts/stock/template.rules.ts";
import { readUnitFile } from "#features/ready-accounts/unit-files.rules.ts";

const template = (text: string) => (parseTemplate(text) ?? parseFileTemplate(text)) as StockTemplate;
const files = (given: Readonly<Record<string, string>>): ArchiveFile[] =>
  Object.entries(given).map(([path, text]) => ({ path, bytes: Buffer.from(text, "latin1") }));
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["phone.session", { name: "phone", extension: "session" }],
  ["phone/*", { name: "phone", extension: null }],
  ["phone.", null],
  ["phone/x", null],
  ["Phone.session", null],
  ["a/phone.session", null],
  ["login:password", null],
])("the template of files %j is read as name and end, or refused", (text, read) => {
  expect(parseFileTemplate(text)).toEqual(read);
});

test("with a template of texts each file is one account, a line or a JSON object", () => {
  const given = { "1.txt": " anna:one\n", "x/2.json": '{ "password": 2, "login": "bob" }' };
  expect(readArchive(files(given), template("login:password"))).toEqual({
    refused: [],
    lines: [
      { line: 1, entry: "1.txt", text: "anna:one", identity: "anna" },
      { line: 2, entry: "x/2.json", text: "bob:2", identity: "bob" },
    ],
  });
});

test("with a template of files each file is one account, named without its end and kept with its bytes", () => {
  const given = { "batch/+49 151-1234.session": "bytes", "4915199.SESSION": "b" };
  const { lines, refused } = readArchive(files(given), template("phone.session"));
  expect(refused).toEqual([]);
  expect(lines.map(({ identity }) => identity)).toEqual(["491511234", "4915199"]);
  expect(readUnitFile(lines[0]?.text ?? "")).toEqual({
    ...{ name: "+49 151-1234.session", isFolder: false },
    files: [{ path: "+49 151-1234.session", base64: base64("bytes") }],
  });
});

test("with a template of folders each folder at the top is one account with all of its files", () => {
  const given = { "4915/tdata/key": "k", "4916/a.json": "{}", "4915/2fa.txt": "secret" };
  const { lines, refused } = readArchive(files(given), template("phone/*"));
  expect(refused).toEqual([]);
  expect(lines.map(({ entry, identity }) => [entry, identity])).toEqual([
    ["4915", "4915"],
    ["4916", "4916"],
  ]);
  expect(readUnitFile(lines[0]?.text ?? "")).toEqual({
    ...{ name: "4915", isFolder: true },
    files: [
      { path: "tdata/key", base64: base64("k") },
      { path: "2fa.txt", base64: base64("secret") },
    ],
  });
});

test("what cannot be an account is named by its entry and the reason, without its words", () => {
  const problems = (given: Readonly<Record<string, string>>, by: string) =>
    readArchive(files(given), template(by)).refused.map(({ entry, problem }) => [entry, problem]);
  expect(
    problems({ "a.txt": "one field", "b.txt": "\xff\xfe", "c.json": "[", "d.txt": "" }, "login:password"),
  ).toEqual([
    ["a.txt", "fields"],
    ["b.txt", "not-text"],
    ["c.json", "not-text"],
    ["d.txt", "fields"],
  ]);
  const sessions = { "1.session": "a", "x/1.session": "b", "1.json": "{}", ".session": "c" };
  expect(problems(sessions, "phone.session")).toEqual([
    ["x/1.session", "twice"],
    ["1.json", "names"],
    [".session", "names"],
  ]);
  const half = "x".repeat(archiveLimits.fileBytes / 2 + 1);
  expect(problems({ "1/a": half, "1/b": half, readme: "x" }, "phone/*")).toEqual([
    ["1", "too-large"],
    ["readme", "names"],
  ]);
});
