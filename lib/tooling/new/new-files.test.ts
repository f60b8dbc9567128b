import { expect, test } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { PARTS, parseDecision } from "#lib/tooling/drawn/decisions.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { Draft, readFrom, readRecipe } from "#lib/tooling/new/new-files.ts";
import {
  planDecision,
  planEndpoint,
  planFeature,
  planJob,
  planPage,
  planProvider,
  planSweep,
  planTable,
} from "#lib/tooling/new/new-recipes.ts";

// What is planned here is called as nothing in the house will be, so that making it for real breaks no test.
const read = readFrom(ROOT);

test("what cannot be made is refused with what to type instead, and nothing is planned", () => {
  expect(() => planPage("profile/Gift Cards", read)).toThrow("profile/gift-cards");
  expect(() => planPage("profile/settings", read)).toThrow("is there already");
  expect(() => planPage("desk/gifts", read)).toThrow("app/[locale]/desk/flags/page.tsx");
  expect(() => planPage("store/gifts", read)).toThrow("app/[locale]/store/page.tsx");
  expect(() => planPage("partner/gifts", read)).toThrow("partnerPages");
  expect(() => planPage("authorization/gifts", read)).toThrow("app/[locale]/request-password/page.tsx");
  expect(() => planPage("api/gifts", read)).toThrow("answered by a program");
  expect(() => planJob("yearly-letter", read)).toThrow("loyalty/yearly-letter");
  expect(() => planJob("nowhere/yearly-letter", read)).toThrow('There is no feature "nowhere"');
  expect(() => planEndpoint("loyalty", read)).toThrow("loyalty/yearly-gift");
  expect(() => planTable("loyalty", new Date(0), read)).toThrow("loyalty/gifts");
  expect(() => planFeature("gift-cards", undefined, read)).toThrow("--below");
  expect(() => planFeature("gift-cards", "nowhere", read)).toThrow("--below");
  expect(() => planProvider("btcpay", read)).toThrow("is there already");
});

test("a place that is not there, or there twice, is not written beside", () => {
  const draft = new Draft(() => "one two two\n");
  expect(() => draft.insert("a.ts", "behind", "two", "!")).toThrow("by hand");
  expect(() => draft.insert("a.ts", "behind", "three", "!")).toThrow("by hand");
  draft.insert("a.ts", "behind", "one", "!");
  expect(draft.text("a.ts")).toBe("one! two two\n");
});

test("what is left to write is a recipe of CONTRIBUTING.md, whatever is made", () => {
  const made = [
    planPage("profile/none-such", read),
    planEndpoint("loyalty/none-such", read),
    planTable("loyalty/none-such", new Date(0), read),
    planJob("loyalty/none-such", read),
    planSweep("loyalty/none-such", read),
    planProvider("none-such", read),
    planFeature("none-such", "loyalty", read),
    planDecision("none-such", new Date(0), read, []),
  ];
  for (const { recipe } of made) expect(readRecipe(recipe, read).length, recipe).toBeGreaterThan(100);
  expect(() => readRecipe("A none such", read)).toThrow("no recipe");
});

test("a page comes with its row and with words in every language", () => {
  const { files } = planPage("profile/none-such", read);
  expect(files.get("features/site/pages.rules.ts")).toContain(
    '{ path: "/profile/none-such", title: "site.meta.profileNoneSuchTitle" }',
  );
  expect(files.get("app/[locale]/profile/none-such/page.tsx")).toContain("await requireViewer(locale)");
  const spoken = [...files].filter(([file]) => file.startsWith("messages/"));
  expect(spoken.filter(([, text]) => text.includes('"profileNoneSuchTitle": "None such"'))).toHaveLength(
    locales.length,
  );
  expect(files.size).toBe(2 + locales.length);
});

test("a page for everybody needs no line among the sections, as CONTRIBUTING.md says", () => {
  const { files } = planPage("none-such", read);
  expect(files.get("features/site/pages.rules.ts")).toContain(
    'head: { title: "site.meta.noneSuchTitle", description: "site.meta.noneSuchDescription" }',
  );
  expect(files.size).toBe(2 + locales.length);
});

test("an endpoint without an answer fails, is bound in the API and closed to who is not signed in", () => {
  const { files, draw } = planEndpoint("loyalty/none-such", read);
  expect(files.get("features/loyalty/none-such.routes.ts")).toContain("throw new Error(");
  expect(files.get("features/loyalty/none-such.contract.ts")).toContain('access: "session"');
  expect(files.get("app/api/api-app.ts")).toContain("  ...noneSuchRoutes,\n");
  expect(draw).toContain("app/_processes/write-access.ts");
});

test("a table comes in a file that runs after all others, named for its feature", () => {
  const now = new Date("2027-01-02T03:04:05.678Z");
  const { files, draw } = planTable("ready-accounts/none-such", now, read, [
    "20261231000000_one",
    "20260101000000_two",
  ]);
  const [[file, text] = []] = files;
  expect(file).toBe("lib/db/migrations/20270102030405_ready_accounts_none_such.sql");
  expect(text).toContain("create table ready_accounts_none_such (");
  expect(draw).toContain("lib/tooling/migrate/write-schema-types.ts");
  const ahead = planTable("loyalty/none-such", now, read, ["20270102235959_a_time_to_come"]);
  expect([...ahead.files.keys()]).toEqual(["lib/db/migrations/20270103000000_loyalty_none_such.sql"]);
});

test("a job without a handler fails instead of being done", () => {
  const { files } = planJob("loyalty/none-such", read);
  expect(files.get("features/loyalty/none-such.jobs.ts")).toContain("throw new Error(");
  const worker = files.get("app/_processes/worker.ts") ?? "";
  expect(worker).toContain("  ...noneSuchJobs,");
  expect(worker.indexOf("noneSuchJobs")).toBeGreaterThan(worker.indexOf('import "#lib/'));
});

test("a sweep that nobody has written fails instead of finding nothing for ever", () => {
  const { files } = planSweep("loyalty/none-such", read);
  expect(files.get("features/loyalty/none-such.jobs.ts")).toContain("throw new Error(");
  expect(files.get("app/_processes/worker/sweeps.ts")).toContain("  ...noneSuchSweeps,\n");
});

test("a provider is not offered without its settings, and believes no notice until its adapter is written", () => {
  const { files } = planProvider("none-such", read);
  expect(files.get("features/payments/payments.gateway.ts")).toContain("  noneSuchProvider,\n");
  expect(files.get("features/payments/gateway/none-such.gateway.ts")).toContain(
    "return url && apiKey ? createNoneSuch({ url, apiKey, timeoutMs }) : null;",
  );
  expect(files.get("features/payments/gateway/none-such.gateway.ts")).toContain(
    'kind: "refused", reason: "no-signature"',
  );
});

test("a provider's mark has the size of all other marks, so that it stands in line with them", () => {
  const sizeOf = (mark: string | null | undefined) => /viewBox="([^"]+)"/.exec(mark ?? "")?.[1];
  const mark = planProvider("none-such", read).files.get("public/icons/payments/none-such.svg");
  expect(sizeOf(mark)).toBe(sizeOf(read("public/icons/payments/visa.svg")));
});

test("a provider is six files; settings and the sheet with its mark are drawn", () => {
  const { files, draw } = planProvider("none-such", read);
  expect(draw).toEqual(["lib/tooling/drawn/settings.ts", "lib/tooling/catalogue/build-catalogue-data.ts"]);
  expect([...files.keys()].sort()).toEqual([
    "features/payments/gateway/none-such.gateway.ts",
    "features/payments/payments.gateway.ts",
    "lib/env.ts",
    "lib/payment-stand-ins/none-such.ts",
    "lib/payment-stand-ins/registry.ts",
    "public/icons/payments/none-such.svg",
  ]);
});

test("a decision comes with the number after the highest, in the layout of all others", () => {
  const { files, draw } = planDecision("none-such", new Date("2027-01-02T03:04:05Z"), read, [
    "0007-one.md",
    "0421-two.md",
  ]);
  const [[file, text] = ["", ""]] = files;
  expect(file).toBe("docs/decisions/0422-none-such.md");
  expect(parseDecision("0422-none-such.md", text)).toMatchObject({
    title: "None such",
    date: "2027-01-02",
    headings: PARTS,
    empty: [],
  });
  expect(draw).toEqual(["lib/tooling/drawn/decisions.ts"]);
});

test("a feature gets its place in the order, on the map of README too", () => {
  const { files } = planFeature("none-such", "loyalty", read);
  expect(files.get("lib/tooling/feature-order.ts")).toContain('  "loyalty",\n  "none-such",\n');
  expect(files.get("README.md")).toMatch(/from top to bottom:[^.]*[\s]loyalty, none-such,/);
});
