import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { findStoredDates, type StoredDate } from "#lib/tooling/proofs/calendar/stored-dates.ts";

/** What may stay although a clock could spoil it, and why it holds in ten years. */
const HOLDS: Readonly<Record<string, string>> = {
  "app/_proofs/upgrade/baseline.sql.gz":
    "a dump: the upgrade test sets the database's clock to the day on which it was written",
};

const FILES = [
  "{app,bench,components,docs,features,lib,messages,public}/**/*",
  "*",
  ".env.example",
  ".ci/**/*",
];

const listTree = () =>
  globSync(FILES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort();

test("nothing stored in the tree expires, and what a clock could spoil has a reason to hold", () => {
  const files = listTree();
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => findStoredDates(file, readFileSync(path.join(ROOT, file))));
  const offenders = found
    .filter(({ file }) => !HOLDS[file])
    .map(({ file, kind, expires }) => `${file}: ${kind}, ${expires?.toISOString() ?? "end unknown"}`);
  expect(
    offenders,
    "Make it when the test runs (a new key, a token signed now), or say in HOLDS why it holds in ten years.",
  ).toEqual([]);
  const listed = new Set(found.map(({ file }) => file));
  expect(
    Object.keys(HOLDS).filter((file) => !listed.has(file)),
    "Take it off HOLDS: nothing is found there.",
  ).toEqual([]);
});

/** Was valid for one day; its marks are put together here so that the test above does not find them. */
const marks = (end: "BEGIN" | "END") => `-----${end} CERTIFICATE-----`;
const CERTIFICATE = [
  marks("BEGIN"),
  "MIIBbTCCAROgAwIBAgIUHoH8IHI9HGm2reI8PfiNw9rB/cMwCgYIKoZIzj0EAwIw",
  "DDEKMAgGA1UEAwwBdDAeFw0yNjExMjQxNDQ3MjZaFw0yNjExMjUxNDQ3MjZaMAwx",
  "CjAIBgNVBAMMAXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARFFlR4aidPP4Bz",
  "dOo54BcD8UABGNjgHMemmUTdM5gwrKc1WbwgSFf9qjtXBMHQO3pLo6MY8/LPNTDD",
  "dm5jbbrMo1MwUTAdBgNVHQ4EFgQU61ovKdLbyx4fQrQ0u1jUvzmciaYwHwYDVR0j",
  "BBgwFoAU61ovKdLbyx4fQrQ0u1jUvzmciaYwDwYDVR0TAQH/BAUwAwEB/zAKBggq",
  "hkjOPQQDAgNIADBFAiBZ0B5edVo1tge8PMXYgWtJu28WqaeXEc30MpLdn7hkYwIh",
  "AMAfIQJUM9Ie5sQ0K4SsHYKuDri9dAgu8hRwYMHOYSJk",
  marks("END"),
];

const token = (payload: object) =>
  [{ alg: "HS256" }, payload, "signed"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");

const find = (file: string, content: string | Buffer) =>
  findStoredDates(file, Buffer.from(content)).map(({ kind, expires }: StoredDate) => [
    kind,
    expires?.toISOString() ?? null,
  ]);

test("a certificate is found with its end, as lines, inside a string, in binary and compressed", () => {
  const found = [["certificate", "2026-11-25T14:47:26.000Z"]];
  const pem = CERTIFICATE.join("\n");
  expect(find("a.ts", `const pem = "${CERTIFICATE.join(String.raw`\n`)}";`)).toEqual(found);
  expect(find("a.json", `{"pem":"${CERTIFICATE.join(String.raw`\r\n`)}"}`)).toEqual(found);
  expect(find("a.pem", pem)).toEqual(found);
  expect(find("a.txt.gz", gzipSync(pem))).toEqual(found);
  expect(find("a.der", Buffer.from(CERTIFICATE.slice(1, -1).join(""), "base64"))).toEqual(found);
  expect(find("a.pem", `${pem}\n${marks("BEGIN")}\nbroken\n${marks("END")}`)).toEqual([
    ...found,
    ["certificate", null],
  ]);
});

test("a signed token is found with its end, or without one", () => {
  expect(find("a.ts", `const t = "${token({ sub: "1", exp: 1_767_225_600 })}";`)).toEqual([
    ["token", "2026-01-01T00:00:00.000Z"],
  ]);
  expect(find("a.ts", `Bearer ${token({ iat: 1_767_225_600 })}`)).toEqual([["token", null]]);
});

test("dumps, key stores and cookies with an end are found", () => {
  expect(find("x/history.sql.gz", gzipSync("select 1"))).toEqual([["dump", null]]);
  expect(find("x/rows.sql", "-- PostgreSQL database dump\n")).toEqual([["dump", null]]);
  expect(find("x/rows.txt", "COPY public.a (b) FROM stdin;\n1\n")).toEqual([["dump", null]]);
  expect(find("x/key.p12", "binary")).toEqual([["key store", null]]);
  expect(find("x.ts", `a=b; Path=/; ${"Expires"}=Thu, 01 Jan 2026 00:00:00 GMT`)).toEqual([
    ["cookie", "2026-01-01T00:00:00.000Z"],
  ]);
});

test("what only looks like a stored date is left alone", () => {
  expect(find("package-lock.json", '"integrity": "sha512-eyJkZmdk.x"')).toEqual([]);
  expect(find("lib/db/migrations/1_a.sql", "create table a (b text); -- copy of c")).toEqual([]);
  expect(find("a.ts", "expires=soon; BEGIN CERTIFICATE")).toEqual([]);
});
