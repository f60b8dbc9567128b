import sql from "sql-template-tag";
import { beforeEach, describe, expect, it } from "vitest";
import { operateSuppliers } from "#app/_processes/supplier/operate-suppliers.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { findOperatedSupplier } from "#features/supply/operation/operated-suppliers.reads.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);

const files: Record<string, string> = {};
let printed: string[] = [];
beforeEach(() => {
  printed = [];
});
const command = (...args: string[]) =>
  operateSuppliers(args, {
    db,
    say: (line = "") => printed.push(line),
    readFile: async (path) => {
      if (files[path] === undefined) throw new Error("ENOENT");
      return files[path];
    },
  });
const stored = () => rows<{ code: string }>(db, sql`select code from supply_suppliers`);

describe("npm run supplier", () => {
  it("takes a supplier on, changes, pauses, resumes and ends it, each step in the audit", async () => {
    await command(
      ...["add", "bank", "--kind", "agent", "--name", "Bank", "--url", "http://127.0.0.1:9/"],
      ...["--default-cost", "9.50", "--countries", "kenya,6", "--reason", "a new partner"],
    );
    expect(printed).toEqual([
      expect.stringMatching(/^bank: taken on\. Its key, shown this once: sup_\w{40}$/),
    ]);
    await command("edit", "bank", "--open-max", "20", "--countries", "none", "--rents", "no");
    expect(await findOperatedSupplier(db, "bank")).toMatchObject({
      ...{ name: "Bank", openMax: 20, rents: false, defaultCostKopecks: 950, allowedCountryIds: [] },
    });
    files["costs.csv"] = "country,service,cost\nindonesia,tg,9.50";
    await command("costs", "bank", "--file", "costs.csv", "--percent", "200");
    await command("rotate-key", "bank", "--overlap-hours", "24");
    await command("pause", "bank");
    printed = [];
    await command("list");
    expect(printed).toEqual(["bank\tagent\tpaused\t0 of 0 on sale"]);
    await command("resume", "bank");
    await command("end", "bank", "--yes");
    const audited = await rows<{ actor: number; action: string }>(
      db,
      sql`select actor_id as actor, action from identity_audit where subject = 'supplier:bank' order by id`,
    );
    const verbs = ["add", "edit", "set-costs", "rotate-key", "pause", "resume", "end"];
    expect(audited).toEqual(verbs.map((verb) => ({ actor: 0, action: `supplier.${verb}` })));
  });

  it("takes another shop on with its currency and rate, and changes them", async () => {
    files["shop-key"] = "0123456789abcdef0123456789abcdef";
    const shop = [
      "--kind",
      "upstream",
      "--name",
      "Shop",
      "--url",
      "http://127.0.0.1:9/stubs/handler_api.php",
    ];
    await command("add", "shop", ...shop, "--key-file", "shop-key", "--currency", "USD", "--rate", "92.50");
    await command("edit", "shop", "--balance-min", "5", "--default-cost", "30");
    const known = { kind: "upstream", currency: "USD", rateKopecks: 9_250, balanceMinCents: 500 };
    expect(await findOperatedSupplier(db, "shop")).toMatchObject({ ...known, defaultCostKopecks: 3_000 });
    await command("edit", "shop", "--currency", "RUB", "--balance-min", "none");
    const inRoubles = { currency: "RUB", rateKopecks: 100, balanceMinCents: null };
    expect(await findOperatedSupplier(db, "shop")).toMatchObject(inRoubles);
    expect(printed[0]).toBe("shop: taken on with the key that it gave us");
  });

  it("prints what it can do when nothing or help is asked for", async () => {
    await command("--help");
    expect(printed.join("\n")).toContain("rotate-key <code> --overlap-hours 24");
    await command();
    expect(printed).toHaveLength(2);
  });

  it.each([
    ["an unknown verb", ["sell", "bank"], /There is no "sell"/],
    ["an unknown option", ["list", "--everything"], /--help$/],
    ["a word too many", ["pause", "bank", "now"], /"now" is too much/],
    ["an unknown supplier", ["pause", "nobody"], /no supplier with this code/],
    [
      "another shop without our key there",
      [
        "add",
        "other",
        "--kind",
        "upstream",
        "--name",
        "x",
        "--url",
        "http://127.0.0.1:9/",
        "--currency",
        "RUB",
      ],
      /needs our key there/,
    ],
    ["no kind", ["add", "other", "--name", "x"], /^kind is wrong/],
    [
      "an address that cannot be called",
      ["add", "other", "--kind", "agent", "--name", "x", "--url", "ftp://a/"],
      /cannot call this address/,
    ],
    [
      "a country that is none",
      ["add", "other", "--kind", "own", "--name", "x", "--countries", "atlantis"],
      /atlantis/,
    ],
    [
      "a cost that is none",
      ["add", "other", "--kind", "own", "--name", "x", "--default-cost", "9,5"],
      /--default-cost is an amount such as/,
    ],
    ["an end that nobody confirmed", ["end", "bank"], /--yes/],
    ["a file that is not there", ["costs", "bank", "--file", "none.csv"], /cannot be read/],
    ["no overlap", ["rotate-key", "bank"], /--overlap-hours/],
  ])("refuses %s in one sentence and changes nothing", async (_, args, sentence) => {
    const before = await stored();
    await expect(command(...args)).rejects.toMatchObject({
      name: "Problem",
      message: expect.stringMatching(sentence),
    });
    expect(await stored()).toEqual(before);
  });

  it("names every wrong line of a list of costs", async () => {
    await command("add", "lines", "--kind", "own", "--name", "Lines");
    files["wrong.csv"] = "atlantis,tg,5\nindonesia,tg,-5";
    await expect(command("costs", "lines", "--file", "wrong.csv")).rejects.toThrow(
      "Nothing was changed. Line 1 is wrong: atlantis\n  line 1: country (atlantis)\n  line 2: cost (-5)",
    );
    expect(await findOperatedSupplier(db, "lines")).toMatchObject({ costsCount: 0 });
  });

  it("takes the agent's own key from a file and does not print it to others", async () => {
    files.key = "the-agents-own-key-1\n";
    await command("add", "their-key", "--kind", "own", "--name", "Theirs", "--key-file", "key");
    await command("show", "their-key");
    expect(printed.filter((line) => line.includes("the-agents-own-key-1"))).toHaveLength(1);
  });
});
