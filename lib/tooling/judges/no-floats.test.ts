import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { isTest, listSources, type SourceFile } from "#lib/tooling/source-files.ts";

/**
 * Money is whole kopecks (L6). A line that names money and does what makes floats of it is an offence: division, Math.*,
 * Number(), parseFloat(), toFixed(), a factor with a point. Products and parts of money go through BigInt (lib/money/kopecks.ts).
 */
const MONEY = /kopeck|rouble|price|balance|amount|cashback|bonus|turnover|\bfee|receiver|debt|cost/i;
const WAYS: readonly (readonly [string, RegExp])[] = [
  ["division", /[\w)\]]\s+\/\s+[\w(]/],
  ["Math", /\bMath\.(?:round|floor|ceil|trunc|pow|fround)\(|\s\*\*=?\s/],
  ["parseFloat", /\bparseFloat\(/],
  ["toFixed", /\.toFixed\(|\.toPrecision\(/],
  ["Number()", /\bNumber\(/],
  ["a factor with a point", /\*\s*\d*\.\d/],
  ["a float of the database", /::\s*(?:float|real|double)/],
];
/**
 * Exact arithmetic (BigInt, SQL on bigint and numeric), what is only shown (Intl takes a number, nobody reads it back), and words
 * that are no arithmetic at all.
 */
const EXACT =
  /\bBigInt\(|\d+n\b|`[^`]*\/[^`]*`|"[^"]*\/[^"]*"|'[^']*\/[^']*'|\w_kopecks\b(?!.*::\s*(?:float|real|double))|\bformatNumber\(/;

/**
 * Lines that were looked at and count no money with floats, by file: a ratio for a picture, an id, a check of what was typed.
 * The numbers only go down: a line less must be taken off here, a line more must be written without a float.
 */
const LOOKED_AT: Readonly<Record<string, number>> = {
  // the payer's page of the gateway for trying: half of an amount
  "app/_processes/test-gateway/store.ts": 1,
  "app/_processes/test-gateway/taking-back.ts": 1,
  // dollars that are only shown
  "components/ui/money.tsx": 1,
  // a number out of an error's details
  "features/handler-api/orders/orders.routes.ts": 1,
  // how full a bar is
  "features/loyalty/components/week-card.tsx": 1,
  // numeric in SQL
  "features/payments/claims/claims.checks.ts": 1,
  // whole roubles offered as quick choices
  // the smallest price in a message
  "features/payments/coupons/batches/batches.writes.ts": 1,
  // how many codes another price would have sold
  "features/partners/prices/prices.rules.ts": 2,
  // where the lines of a chart are drawn
  "features/statistics/users/chart.rules.ts": 1,
  // roubles of the wire, two decimals at most
  "features/pricing/offers.rules.ts": 1,
  // roubles for wires that carry them as numbers
  "lib/money/kopecks.ts": 1,
};

/** The same for floats of the database. */
const LOOKED_AT_IN_SQL: Readonly<Record<string, number>> = {
  // a random place from which stock is tried
  "20261122000006_supply_baseline.sql": 1,
  "supply_rent_claim.sql": 3,
};

const isProduct = ({ path: file }: SourceFile) =>
  /^(app|components|features|lib)\//.test(file) &&
  !isTest(file) &&
  !/\.factory\.tsx?$/.test(file) &&
  !/^(bench|lib\/(tooling|testing)|app\/_proofs)\//.test(file);

function offendingLines({ path: file, code }: SourceFile): string[] {
  return code.split("\n").flatMap((line, index) => {
    if (!MONEY.test(line) || EXACT.test(line)) return [];
    const way = WAYS.find(([, pattern]) => pattern.test(line));
    return way ? [`${file}:${index + 1} (${way[0]}) ${line.trim()}`] : [];
  });
}

test("no line that names money makes a float of it", () => {
  const found = listSources()
    .filter(isProduct)
    .map((source) => ({ file: source.path, lines: offendingLines(source) }));
  const offenders = found.filter(({ file, lines }) => lines.length !== (LOOKED_AT[file] ?? 0));
  const remedy =
    "Use kopecks(), addKopecks(), shareOf() and parseRoubles() of lib/money/kopecks.ts, or BigInt.";
  const told = offenders.map(
    ({ file, lines }) =>
      `${file}: ${lines.length} instead of ${LOOKED_AT[file] ?? 0}\n  ${lines.join("\n  ")}`,
  );
  expect(
    offenders.map(({ file }) => file),
    `${remedy}\n${told.join("\n")}`,
  ).toEqual([]);
});

test("the list of lines that were looked at names files that exist", () => {
  const known = new Set(listSources().map(({ path: file }) => file));
  expect(
    Object.keys(LOOKED_AT).filter((file) => !known.has(file)),
    "Take the files that are gone off LOOKED_AT.",
  ).toEqual([]);
});

const sqlFiles = globSync(["lib/db/**/*.sql", "features/*/sql/*.sql"], { cwd: ROOT })
  .sort()
  .map((file) => ({
    file: path.basename(file),
    sql: readFileSync(path.join(ROOT, file), "utf8").replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ""),
  }));

test("no column, parameter or variable of the database is a float or of PostgreSQL's money type", () => {
  const found = sqlFiles.map(({ file, sql }) => ({
    file,
    lines: [
      ...sql.matchAll(
        /^.*(?:\b(?:double precision|float[48]?|real)\b|\s(?:smallserial|money)\s*[,;)]).*$/gim,
      ),
    ].map(([line]) => line.trim()),
  }));
  const offenders = found
    .filter(({ file, lines }) => lines.length !== (LOOKED_AT_IN_SQL[file] ?? 0))
    .map(({ file, lines }) => `${file}: ${lines.join(" | ")}`);
  expect(offenders, `Declare it bigint (kopecks) or numeric (a rate).\n${offenders.join("\n")}`).toEqual([]);
});

test("the database divides and rounds money in whole numbers only", () => {
  const offenders = sqlFiles.flatMap(({ file, sql }) =>
    [
      ...sql.matchAll(
        /^.*\b\w*(?:kopecks|amount|price)\w*\b[^,\n]*(?:\*\s*\d*\.\d|\/\s*\d+\.\d|::float|::real|::double).*$/gim,
      ),
    ].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(offenders, `Multiply first, then divide whole numbers.\n${offenders.join("\n")}`).toEqual([]);
});
