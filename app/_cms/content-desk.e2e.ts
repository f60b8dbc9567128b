import path from "node:path";
import {
  begin,
  compareVersion,
  enterStaffPage,
  expectOnSite,
  publish,
  remove,
  restoreVersion,
  seeVersionsOnPhone,
  store,
  waitForDesk,
  watchPolicy,
  writeText,
} from "#app/_cms/desk-journey.factory.ts";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import { EDITOR_HEADER } from "#lib/http/editor-header.ts";
import { demoFile, expect, test } from "#lib/testing/journey.ts";
import { demo, enterUser, logIn } from "#lib/testing/journey-demo.ts";
import { readJson } from "#lib/tooling/files.ts";

test.skip(!demo.contentDesk, "This start has no content desk.");

/** The port at which the front door finds it: whoever is on this machine can knock there. */
function deskPort(): number {
  const { cms = 0 } = readJson<{ cms?: number }>(path.join(path.dirname(demoFile), "ports.json")) ?? {};
  return cms;
}

test("what an editor writes at the content desk, or brings back of its versions, is on the blog at once", async ({
  page,
  newPerson,
}) => {
  const stopped = await watchPolicy(page);
  const name = `article-${Date.now().toString(36)}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);

  await begin(page, "articles");
  const title = page.locator("#field-title");
  await title.fill(`First ${name}`);
  await page.locator("#field-slug").fill(name);
  await writeText(page, "A number for one code.");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/admin\/collections\/articles\/\d+/);
  const id = /articles\/(\d+)/.exec(page.url())?.[1];
  await expectOnSite(page, `/draft/${id}`, `First ${name}`);
  expect((await page.request.get(`/blog/${name}`)).status()).toBe(404);
  await publish(page);
  await expectOnSite(page, "/blog", `First ${name}`);
  await expectOnSite(page, `/ru/blog/${name}`, "A number for one code.");

  await title.fill(`Second ${name}`);
  await publish(page);
  await expectOnSite(page, "/blog", `Second ${name}`);

  await seeVersionsOnPhone(page, `articles/${id}`, 3);
  await compareVersion(page, `articles/${id}`, { at: 1, of: 3 });
  for (const title of [`First ${name}`, `Second ${name}`])
    await expect(page.locator(".view-version__diff-wrap")).toContainText(title);
  await restoreVersion(page);
  await expect(title).toHaveValue(`First ${name}`);
  await expectOnSite(page, `/blog/${name}`, `First ${name}`);
  await expectOnSite(page, `/search?q=${name.split("-")[1]}`, `/blog/${name}`);
  expect(stopped).toEqual([]);
});

test("an editor looks at the draft of a page and of a question as the site shows them, and nobody else finds it", async ({
  page,
  request: stranger,
  baseURL,
  newPerson,
}) => {
  const slug = `draft-${Date.now().toString(36)}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);
  const draft = { slug, _status: "draft" };
  const written = await store(page, "pages", {
    ...draft,
    title: `Page ${slug}`,
    body: richTextOf(["Text."]),
  });
  const topic = await store(page, "faq-topics", { slug, name: "Drafts" });
  const entry = { question: `When ${slug}?`, answer: richTextOf(["Soon."]), topic };
  const question = await store(page, "faq-entries", { ...draft, ...entry });
  const user = await enterUser(String(baseURL), await newPerson());

  for (const [form, address, level, words] of [
    [`pages/${written}`, `/draft/page/${written}`, 1, `Page ${slug}`],
    [`faq-entries/${question}`, `/draft/faq/${question}`, 3, `When ${slug}?`],
  ] as const) {
    await page.goto(`/admin/collections/${form}`);
    const opening = page.waitForEvent("popup");
    await page.locator("#preview-button").click();
    const preview = await opening;
    await expect(preview).toHaveURL(new RegExp(`${address}$`));
    await expect(preview.getByRole("heading", { level, name: words })).toBeVisible();
    await expect(preview.getByText(/^Only editors see this page/)).toBeVisible();
    await preview.close();
    for (const reader of [stranger, user]) {
      const answer = await reader.get(address);
      expect([answer.status(), (await answer.text()).includes(slug)], address).toEqual([404, false]);
    }
  }
  expect((await page.request.get(`/${slug}`)).status()).toBe(404);
  expect(await (await page.request.get("/faq")).text()).not.toContain(slug);
  await user.dispose();
  await remove(page, `faq-entries/${question}`, `faq-topics/${topic}`, `pages/${written}`);
});

test("the content desk's own port answers nothing to whoever comes past the front door", async () => {
  const knock = async (address: string, method: string) => {
    const headers = { [EDITOR_HEADER]: "1" };
    const answer = await fetch(`http://127.0.0.1:${deskPort()}${address}`, { method, headers });
    return [answer.status, await answer.text()];
  };
  for (const address of ["/", "/admin", "/admin/assets", "/cms-api/articles", "/_next/static"])
    for (const method of ["GET", "POST", "DELETE"])
      expect(await knock(address, method), `${method} ${address}`).toEqual([404, ""]);
});

test("nobody but an editor finds the content desk, whatever else they may do", async ({
  page,
  newPerson,
}) => {
  const look = async () => {
    for (const address of ["/admin", "/cms-api/articles", "/draft/1"])
      expect((await page.goto(address))?.status(), address).toBe(404);
  };
  await look();
  await logIn(page, await newPerson());
  await look();
  await page.context().clearCookies();
  await enterStaffPage(page, await newPerson({ staff: "money-lead" }));
  await look();
});
