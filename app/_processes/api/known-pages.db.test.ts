import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { knownPages, pagePatterns } from "#app/_processes/api/known-pages.ts";
import { WrittenAddresses } from "#app/_processes/api/written-addresses.ts";
import { docsHref, docsPages } from "#features/api-docs/api-docs.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenPage } from "#features/content/content.factory.ts";
import { pageRules } from "#features/site/page-cache.rules.ts";
import { publicPages } from "#features/site/pages.rules.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const written = new WrittenAddresses(db);
const isKnown = knownPages(db, written);
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await written.readAgain();
});

it("every page of the site, every service, country and page of the documentation is known, as are icons", async () => {
  const { countries, services } = await readCatalogue(db);
  const addresses = [
    ...pagePatterns().filter((pattern) => !/\[slug\]|\.\.\.path/.test(pattern)),
    ...services.map(({ slug }) => `/${slug}`),
    ...countries.map(({ slug }) => `/countries/${slug}`),
    ...docsPages.map(docsHref),
    "/confirm",
    "/confirm/token",
    "/blog/feed.xml",
    "/blog/atom.xml",
    "/robots.txt",
    "/sitemap.xml",
    "/icon.svg",
    "/favicon.ico",
    "/icons/countries/gb.svg",
  ].map((address) => address.replace("[id]", "17").replace("[[...token]]", "token"));
  const unknown: string[] = [];
  for (const address of addresses) if (!(await isKnown(address))) unknown.push(address);
  expect(unknown).toEqual([]);
  expect(addresses.length).toBeGreaterThan(500);
});

it("a page of the editors is known at its address, however deep", async () => {
  const texts = { en: { title: "Guide", body: ["Text."] } };
  const parent = await givenPage(owner, { slug: "guide", texts });
  await givenPage(owner, { slug: "refunds", parent, texts });
  await written.readAgain("content:articles,content:pages");
  expect(await Promise.all(["/guide", "/guide/refunds", "/refunds", "/guide/none"].map(isKnown))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("every address that is kept by name is a page", async () => {
  const names = pageRules.filter(({ pattern, isPrivate }) => !isPrivate && !/[{*]/.test(pattern));
  const gone: string[] = [];
  for (const { pattern } of names) if (!(await isKnown(pattern))) gone.push(pattern);
  const planned = publicPages.filter((page) => "isPlanned" in page).map((page): string => page.path);
  expect(gone.filter((pattern) => !planned.includes(pattern))).toEqual([]);
  expect(names.length).toBeGreaterThan(5);
});

it.each([
  "/no-such-service",
  // A page in development alone.
  "/gallery",
  "/unknown/page",
  "/countries/atlantis",
  "/blog/no-such-article",
  "/docs/nothing",
  "/docs/nothing/at/all",
  "/profile/nothing",
  "/profile/pay/invoice/17/more",
  "/desk/people/17/more",
  "/icons/countries/nothing.svg",
  "/_next/image",
  "/_next/data/x.json",
  "/wp-login.php",
  "/constructor",
  "/telegram/x",
])("%s is no page of the site", async (address) => expect(await isKnown(address)).toBe(false));

it("of the files of a build, those are known that are there", async () => {
  const isBuilt = existsSync(path.join(import.meta.dirname, "..", "..", "..", ".next", "static"));
  // Where nothing is built, only the renderer can tell.
  expect(await isKnown("/_next/static/nothing.js")).toBe(!isBuilt);
});
