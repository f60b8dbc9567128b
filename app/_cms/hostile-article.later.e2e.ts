import {
  enterStaffPage,
  expectOnSite,
  remove,
  store,
  waitForDesk,
  watchPolicy,
} from "#app/_cms/desk-journey.factory.ts";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

// Its tag has a name that is longer than its place on the list of articles: nothing else walks the site meanwhile.
test.skip(!demo.contentDesk, "This start has no content desk.");

const HOSTILE = `"><script>ran=1</script><img src=x onerror="ran=2">`;

test("an article whose every word would run a script runs none at the content desk and none on the site", async ({
  page,
  newPerson,
}) => {
  const stopped = await watchPolicy(page);
  const slug = `hostile-${Date.now().toString(36)}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);
  const tag = await store(page, "tags", { slug, name: HOSTILE });
  const article = await store(page, "articles", {
    ...{
      slug,
      title: `${HOSTILE} walrus`,
      summary: HOSTILE,
      searchTitle: HOSTILE,
      searchDescription: HOSTILE,
    },
    ...{ body: richTextOf([`## ${HOSTILE}`, HOSTILE, `- ${HOSTILE}`]), tags: [tag], _status: "published" },
  });
  await expectOnSite(page, `/blog/${slug}`, "&lt;script&gt;ran=1&lt;/script&gt;");

  /** Opens an address, waits for its words, and looks whether anything of them ran. */
  const look = async (address: string, words: () => Promise<void>) => {
    await page.goto(address);
    await words();
    expect(await page.evaluate(() => "ran" in globalThis), address).toBe(false);
    expect(await page.locator('img[src="x"]').count(), address).toBe(0);
  };
  const isShown = () => expect(page.getByText(HOSTILE).first()).toBeVisible();
  const form = `/admin/collections/articles/${article}`;

  await look(form, () => expect(page.locator("#field-title")).toHaveValue(`${HOSTILE} walrus`));
  await expect(page.locator("[data-lexical-editor]")).toContainText(HOSTILE);
  await look(`/admin/collections/tags/${tag}`, () =>
    expect(page.locator("#field-name")).toHaveValue(HOSTILE),
  );
  await look("/admin/collections/articles", isShown);
  for (const address of [`/blog/${slug}`, `/ru/blog/${slug}`, `/blog?tag=${slug}`, `/draft/${article}`])
    await look(address, isShown);
  await look(`/blog/${slug}`, async () => expect(await page.title()).toContain(HOSTILE));
  for (const name of ['name="description"', 'property="og:title"', 'property="og:description"'])
    await expect(page.locator(`meta[${name}]`)).toHaveAttribute("content", HOSTILE);
  const search = "/search?tab=articles&q=walrus";
  await expectOnSite(page, search, "&lt;script&gt;ran=1&lt;/script&gt;");
  await look(search, isShown);
  for (const feed of ["/blog/feed.xml", "/blog/atom.xml"])
    await expectOnSite(page, feed, "&lt;script&gt;ran=1&lt;/script&gt;");

  await remove(page, `articles/${article}`, `tags/${tag}`);
  expect(stopped).toEqual([]);
});
