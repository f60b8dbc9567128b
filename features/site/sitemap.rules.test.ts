import { expect, test } from "vitest";
import { sitemapUrls } from "#features/site/sitemap.rules.ts";
import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const site = "https://smsden.test";

test("a page of the product is in the sitemap in every language", () => {
  const urls = sitemapUrls([{ path: "/" }, { path: "/services" }], site);
  expect(urls).toHaveLength(2 * locales.length);
  expect(urls).toContain(`${site}/`);
  expect(urls).toContain(`${site}/services`);
  for (const locale of locales.filter((one) => one !== "en"))
    expect(urls, localeFacts[locale].name).toContain(`${site}/${locale}/services`);
});

test("a text of the editors is in the sitemap in the languages that it is written in, and in no other", () => {
  const pages = [
    { path: "/blog/both", languages: ["en", "ru"] as const },
    { path: "/guide", languages: ["en"] as const },
  ];
  expect(sitemapUrls(pages, site)).toEqual([`${site}/blog/both`, `${site}/guide`, `${site}/ru/blog/both`]);
});

test("two hundred texts that would run a script are addresses of the site in the sitemap, and no markup", () => {
  const pages = xssPayloads.map((words) => ({ path: `/blog/${words}`, languages: ["en"] as const }));
  const urls = sitemapUrls(pages, site);
  expect(urls).toHaveLength(200);
  for (const [at, url] of urls.entries()) {
    expect(url).not.toMatch(/[<>&"'\s]/);
    expect(decodeURIComponent(url)).toBe(`${site}/blog/${xssPayloads[at]}`);
  }
});
