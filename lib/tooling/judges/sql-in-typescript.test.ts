import { expect, test } from "vitest";
import { HOLE, listTexts } from "#lib/tooling/judges/sql-in-typescript.ts";
import { usesInSource } from "#lib/tooling/judges/sql-uses.ts";

/** What a file of loyalty with this text uses of others. */
const usedIn = (text: string, path = "features/loyalty/planted.reads.ts") =>
  usesInSource({ path, text }).map(({ used, writes }) => `${writes ? "writes " : ""}${used.name}`);

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: programs, planted as texts
test.each([
  ["a statement", "sql`select id from identity_users where id = ${id}`", ["identity_users"]],
  [
    "a join",
    "sql`select 1 from loyalty_ranks m left join identity_users u on u.id = m.user_id`",
    ["identity_users"],
  ],
  ["a list of tables", "sql`select 1 from loyalty_ranks m, payments p`", ["payments"]],
  [
    "a question in brackets",
    "sql`select (select count(*) from activations a where a.user_id = $1)`",
    ["activations"],
  ],
  [
    "a part that another statement takes in",
    "sql`select 1 ${isNew ? sql`join rentals r on true` : empty}`",
    ["rentals"],
  ],
  ["a part that is only kept", "const FROM = sql`from payments p`;", ["payments"]],
  [
    "a prepared statement",
    "one(db, { name: 'x', text: `select 1\n  from\n  payments`, values: [] })",
    ["payments"],
  ],
  ["a plain string", 'db.query({ text: "select 1 from only rentals", values: [] })', ["rentals"]],
  ["a name in quotes", `sql\`select 1 from public."payments"\``, ["payments"]],
  ["raw text", "raw(`exists (select from ledger_transfers t)`)", ["ledger_transfers"]],
  ["a name that goes on in a value", "raw(`from pricing_past_${kind}`)", ["pricing_past_offers"]],
  ["a name alone", 'const table = "ledger_accounts";', ["ledger_accounts"]],
  ["a call of a function", "sql`select pricing_tolerated(${price}, 100)`", ["pricing_tolerated"]],
  ["a view", "sql`select * from ledger_spendable`", ["ledger_spendable"]],
  ["a renamed table", "sql`select 1 from payments_payout_destinations`", ["payments_payout_destinations"]],
  ["a write", "sql`update payments p set state = 'x'`", ["writes payments"]],
  [
    "a write behind a question",
    "sql`with a as (select 1) insert into identity_audit select 1`",
    ["writes identity_audit"],
  ],
  ["a removal", "sql`delete from only rentals`", ["writes rentals"]],
])("%s in TypeScript that names something of another feature is found", (_, text, found) => {
  expect(usedIn(text)).toEqual(found);
});

test.each([
  ["its own table", "sql`select 1 from loyalty_ranks`"],
  ["a comment", "// from payments\n/* select 1 from identity_users */\nsql`select 1 -- from payments\n`"],
  ["a word in quotes", "sql`select 1 where kind = 'identity_users'`"],
  ["an import", 'import { x } from "#features/payments/payments.reads.ts";'],
  [
    "a word of the product",
    'const kinds = ["activations", "rentals"]; const text = "activations and payments";',
  ],
  ["a table of everybody's", "sql`select 1 from job_events`"],
])("%s in TypeScript is no use of another feature", (_, text) => {
  expect(usedIn(text)).toEqual([]);
});

test("pages and programs are read as well, as those who stand below all features", () => {
  const page = "export const Page = () => <p>{sql`select 1 from loyalty_ranks`}</p>;";
  expect(usedIn(page, "app/[locale]/page.tsx")).toEqual(["loyalty_ranks"]);
});

test("a text has a hole where a value is put in, and what is put in is a text of its own", () => {
  expect(listTexts('f(`a ${b} c ${`d ${"e"}`}`)')).toEqual([`a ${HOLE} c ${HOLE}`, `d ${HOLE}`, "e"]);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: programs, planted as texts
