import { describe, expect, test } from "vitest";
import { listDefinitionFiles } from "#lib/db/sql-files.ts";
import { doorOf, isAbove, listUses, type Use } from "#lib/tooling/judges/sql-uses.ts";

/**
 * Tables that others than their feature read without a door, by what (a function or view, or a file of TypeScript) and why. This list
 * only shrinks: a row that nothing needs any more fails, and so does a read that is not in it.
 */
const READ_WITHOUT_DOOR: Readonly<Record<string, { by: readonly string[]; because: string }>> = {
  pricing_offers: {
    by: [
      "activations_buy_additional",
      "activations_buy_again",
      "activations_judge_again",
      "activations_open_reorder",
    ],
    because:
      "the price list is what pricing is there to publish; an order for a number in hand looks for its row",
  },
  supply_stock: {
    by: ["activations_buy_additional"],
    because: "one more service on a number that is lent already: the number is looked for by itself",
  },
  supply_rent_numbers: { by: ["rentals_buy"], because: "the cheapest free number is chosen under its lock" },
  supply_rent_prices: {
    by: ["rentals_buy", "rentals_extension_price", "rentals_listed_hour"],
    because: "a supplier's price of an hour, chosen together with the number",
  },
  supply_suppliers: { by: ["rentals_buy"], because: "whether the supplier of the number is switched on" },
};

const uses = listUses();
const calls = uses.filter(({ used }) => used.kind !== "table");
/** An invariant holds the rows of two features against each other as they are; a view between would hide what it leaves out. */
const tableReads = uses.filter(
  ({ user, used }) => used.kind === "table" && !user.file.endsWith(".checks.ts"),
);

const spoken = ({ user, used }: Use) => `${user.file} uses ${used.name} of ${used.owner}`;
const isListed = ({ user, used }: Use) => READ_WITHOUT_DOOR[used.name]?.by.includes(user.name) ?? false;

function expectNone(offenders: string[], remedy: string): void {
  expect(offenders, `${remedy}\n${offenders.join("\n")}\n`).toEqual([]);
}

describe("walls around every statement", () => {
  test("definitions and statements in TypeScript use only what stands above their feature", () => {
    const offenders = uses.filter(({ user, used }) => !isAbove(used.owner, user.owner)).map(spoken);
    expectNone(offenders, "Hand the value down as a parameter, or move what needs it to the lower feature.");
  });

  test("nothing writes to another feature's table, neither in SQL nor in TypeScript", () => {
    const offenders = uses.filter(({ writes }) => writes).map(spoken);
    expectNone(
      offenders,
      "Let the owner have a write for it, or a function with a header line `-- door: <feature>`.",
    );
  });

  test("another feature's table is read through a door of its owner", () => {
    const offenders = tableReads.filter((use) => !isListed(use)).map(spoken);
    expectNone(
      offenders,
      "Call a read of the owner; where rows are joined, let it have a view with a header line `-- door: <feature>`.",
    );
  });

  test("no exception for reading a table is older than its need", () => {
    const needed = tableReads.map(({ user, used }) => `${used.name} by ${user.name}`);
    const listed = Object.entries(READ_WITHOUT_DOOR).flatMap(([table, { by }]) =>
      by.map((name) => `${table} by ${name}`),
    );
    expectNone(
      listed.filter((row) => !needed.includes(row)),
      "Take the row out of READ_WITHOUT_DOOR.",
    );
    expect(listed.length, "No row is added: let the owner have a door.").toBeLessThanOrEqual(10);
  });

  test("a function or view is used by the features that its header opens it to, and by no others", () => {
    const doors = new Map(listDefinitionFiles().map((one) => [one.name, doorOf(one)]));
    const offenders = calls
      .filter(({ user, used }) => !doors.get(used.name)?.includes(user.owner))
      .map(spoken);
    expectNone(
      offenders,
      "Name the feature in the header line `-- door:` of what it uses, if it is meant to be used.",
    );
  });

  test("no door is open to a feature that does not come in", () => {
    const entered = new Set(calls.map(({ user, used }) => `${used.name}: ${user.owner}`));
    const offenders = listDefinitionFiles()
      .flatMap((one) => doorOf(one).map((feature) => `${one.name}: ${feature}`))
      .filter((door) => !entered.has(door));
    expectNone(offenders, "Take the feature out of the header line `-- door:`.");
  });
});
