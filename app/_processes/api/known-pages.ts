import { readdirSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import type { WrittenAddresses } from "#app/_processes/api/written-addresses.ts";
import { findDocsPage } from "#features/api-docs/api-docs.rules.ts";
import { findCountryBySlug, findServiceBySlug } from "#features/catalogue/catalogue.reads.ts";
import { isArticle } from "#features/content/blog/blog.reads.ts";
import { feeds } from "#features/content/blog/feed.rules.ts";
import { developmentPages, publicPages } from "#features/site/pages.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { hasGallery } from "#lib/env.ts";

const ROOT = path.join(import.meta.dirname, "..", "..", "..");
/** Files of `app/` that are addresses of their own. */
const APP_FILES = [
  ...Object.values(feeds).map((feed): string => feed.path),
  "/icon.svg",
  "/manifest.webmanifest",
  "/robots.txt",
  "/sitemap.xml",
  "/sw.js",
];
/** What the build of the pages made. */
const BUILT_PREFIX = "/_next/static/";
const BUILT_FILES = path.join(ROOT, ".next", "static");
/** Pages of which data tells whether there is one. */
const judged = publicPages.filter((page) => "entries" in page);

type Finder = (page: string) => boolean | Promise<boolean>;

/**
 * Tells addresses (without their language) of pages and files from those of nothing, so that nothing is never rendered.
 * The pages are those of `app/[locale]`; where the catalogue, the documentation or the editors decide, they are asked. Rejects while the
 * database is away and the catalogue not known yet, or the editors' pages.
 */
export function knownPages(db: Db, written: Pick<WrittenAddresses, "hasPage">): Finder {
  const patterns = pagePatterns();
  const plain = new Set(patterns.filter((pattern) => !pattern.includes("[")));
  const others = patterns
    .filter((pattern) => pattern.includes("[") && !judged.some(({ path }) => path === pattern))
    .map(toRegExp);
  const files = new Set([...APP_FILES, ...publicFiles()]);
  const judgeOf: Record<(typeof judged)[number]["entries"], (part: string) => boolean | Promise<boolean>> = {
    docs: (rest) => findDocsPage(rest === "" ? [] : rest.split("/")) !== null,
    articles: (slug) => isArticle(db, slug),
    countries: async (slug) => (await findCountryBySlug(db, slug)) !== null,
    services: async (slug) => (await findServiceBySlug(db, slug)) !== null || written.hasPage(slug),
    pages: (path) => written.hasPage(path),
  };
  const judges = judged.map((page) => ({ pattern: toRegExp(page.path), judge: judgeOf[page.entries] }));
  return (given) => {
    if (plain.has(given) || files.has(given)) return true;
    const page = decoded(given);
    if (page.startsWith(BUILT_PREFIX)) return isBuiltFile(page.slice(BUILT_PREFIX.length));
    if (others.some((pattern) => pattern.test(page))) return true;
    for (const { pattern, judge } of judges) {
      const match = pattern.exec(page);
      if (match) return judge(match[1] ?? "");
    }
    return false;
  };
}

/** The addresses of the pages of `app/[locale]` as their folders say them: `/desk/people/[id]`, `/confirm/[[...token]]`. */
export function pagePatterns(): string[] {
  const folder = path.join(ROOT, "app", "[locale]");
  return filesBelow(folder)
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => `/${path.dirname(file)}`.replace(/^\/\.$/, "/"))
    .filter((pattern) => hasGallery || !developmentPages.some(({ path }) => path === pattern));
}

/** Tells addresses of files that nobody renders: what is in `public/`. */
export function isSiteFile(): (page: string) => boolean {
  const files = new Set(publicFiles());
  return (page) => files.has(page);
}

function publicFiles(): string[] {
  return filesBelow(path.join(ROOT, "public")).map((file) => `/${file}`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}

/** Where nothing is built, the renderer lives elsewhere and is asked. The front door lets no `..` through. */
async function isBuiltFile(name: string): Promise<boolean> {
  return (await exists(path.join(BUILT_FILES, name))) || !(await exists(BUILT_FILES));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Catches the part of the address that varies. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/\/\[\[\.\.\.\w+\]\]/g, "(?:/(.+))?")
    .replaceAll(/\[\.\.\.\w+\]/g, "(.+)")
    .replaceAll(/\[\w+\]/g, "([^/]+)");
  return new RegExp(`^${source}$`);
}

/** The front door lets through only what can be decoded. */
function decoded(page: string): string {
  return page.includes("%") ? decodeURIComponent(page) : page;
}
