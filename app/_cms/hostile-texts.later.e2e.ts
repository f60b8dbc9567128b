import type { Page } from "@playwright/test";
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
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

// A tag has a name that is longer than its place on the list of articles, and a menu stands on every page: nothing else walks the
// site meanwhile.
test.skip(!demo.contentDesk, "This start has no content desk.");

const HOSTILE = `"><script>ran=1</script><img src=x onerror="ran=2">`;
/** How it stands in what the site sends. */
const SENT = "&lt;script&gt;ran=1&lt;/script&gt;";

/** An editor at the desk, with a name for what they write and a look at what is shown of it. */
async function enterDesk(page: Page, editor: JourneyPerson) {
  const stopped = await watchPolicy(page);
  await enterStaffPage(page, editor);
  await waitForDesk(page);
  return {
    slug: `hostile-${Date.now().toString(36)}`,
    /** What the policy of contents has stopped so far: nothing, as long as nothing tries to run. */
    stopped,
    /** Opens an address, waits for its words, and looks whether anything of them ran. */
    look: async (address: string, words: () => Promise<void>) => {
      await page.goto(address);
      await words();
      expect(await page.evaluate(() => "ran" in globalThis), address).toBe(false);
      expect(await page.locator('img[src="x"]').count(), address).toBe(0);
    },
    isShown: () => expect(page.getByText(HOSTILE).first()).toBeVisible(),
  };
}

test("an article whose every word would run a script runs none at the content desk and none on the site", async ({
  page,
  newPerson,
}) => {
  const { slug, stopped, look, isShown } = await enterDesk(page, await newPerson({ staff: "content" }));
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
  await expectOnSite(page, `/blog/${slug}`, SENT);
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
  await expectOnSite(page, search, SENT);
  await look(search, isShown);
  for (const feed of ["/blog/feed.xml", "/blog/atom.xml"]) await expectOnSite(page, feed, SENT);

  await remove(page, `articles/${article}`, `tags/${tag}`);
  expect(stopped).toEqual([]);
});

test("a page, a question and a menu whose every word would run a script run none at the content desk and none on the site", async ({
  page,
  newPerson,
}) => {
  const { slug, stopped, look, isShown } = await enterDesk(page, await newPerson({ staff: "content" }));
  const body = richTextOf([`## ${HOSTILE}`, HOSTILE, `- ${HOSTILE}`]);
  const published = { slug, _status: "published" };
  const search = { searchTitle: HOSTILE, searchDescription: HOSTILE };
  const written = await store(page, "pages", {
    ...published,
    ...search,
    ...{ title: `${HOSTILE} walrus`, summary: HOSTILE, body },
  });
  const topic = await store(page, "faq-topics", { slug, name: HOSTILE });
  const question = await store(page, "faq-entries", {
    ...published,
    ...{ question: `${HOSTILE} walrus`, answer: body, topic },
  });
  const label = HOSTILE.slice(0, 60);
  const entries = [{ label, href: `/${slug}` }];
  const menu = await store(page, "menus", { title: label, position: "footer", entries });
  await expectOnSite(page, `/${slug}`, SENT);
  await expectOnSite(page, "/faq", SENT);

  for (const [form, field, words] of [
    [`pages/${written}`, "title", `${HOSTILE} walrus`],
    [`faq-topics/${topic}`, "name", HOSTILE],
    [`faq-entries/${question}`, "question", `${HOSTILE} walrus`],
    [`menus/${menu}`, "title", label],
  ] as const)
    await look(`/admin/collections/${form}`, () =>
      expect(page.locator(`#field-${field}`)).toHaveValue(words),
    );
  for (const address of [
    `/${slug}`,
    `/ru/${slug}`,
    `/draft/page/${written}`,
    "/faq",
    `/draft/faq/${question}`,
  ])
    await look(address, isShown);
  await look(`/${slug}`, async () => expect(await page.title()).toContain(HOSTILE));
  for (const address of [`/${slug}`, "/services"])
    await look(address, () =>
      expect(page.getByRole("contentinfo").getByRole("link", { name: label })).toBeVisible(),
    );
  await look("/faq?q=walrus", isShown);
  await expectOnSite(page, "/search?q=walrus", SENT);
  await look("/search?q=walrus", isShown);

  await remove(page, `menus/${menu}`, `faq-entries/${question}`, `faq-topics/${topic}`, `pages/${written}`);
  expect(stopped).toEqual([]);
});
