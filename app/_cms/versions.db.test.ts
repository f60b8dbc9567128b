import { handleEndpoints } from "payload";
import { expect, test } from "vitest";
import { EDITOR, signed, useDesk, words } from "#app/_cms/desk.factory.ts";
import { findArticle } from "#features/content/blog/blog.reads.ts";
import { findDraft } from "#features/content/drafts/drafts.reads.ts";
import { plainText, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const { db, payload, save, told } = await useDesk();

const ANOTHER = 77;
const another = async () => (await payload.auth({ headers: signed(ANOTHER) })).user;

type Version = { id: number; version: { title: string; _status: string; editedBy: number } };

/** The versions of an article, the newest first. */
async function versionsOf(id: number): Promise<Version[]> {
  const { docs } = await payload.findVersions({
    ...{ collection: "articles", depth: 0, overrideAccess: false, user: await another() },
    ...{ where: { parent: { equals: id } }, sort: "-updatedAt" },
  } as never);
  return docs as unknown as Version[];
}

/** Presses the comparison's button, as another editor. */
async function restore(version: number | string, headers = signed(ANOTHER), query = "draft=false") {
  const address = `http://smsden.test/cms-api/articles/versions/${version}?${query}&locale=ru`;
  const request = new Request(address, { method: "POST", headers });
  return (await handleEndpoints({ config: payload.config, request })).status;
}

const shown = async (locale: Locale, slug: string) => {
  const article = await findArticle(db, locale, slug);
  return [article?.title, article?.language, plainText(readRichText(article?.body))];
};

/** An article in two languages that one editor has published, and another one anew since. */
async function givenChanged(slug: string) {
  const id = await save(null, "en", { slug, title: "First", body: words("As it was.") });
  await save(id, "ru", { title: "Первая", body: words("Как было."), _status: "published" });
  const data = { title: "Second", body: words("As it is."), _status: "published" };
  const options = { collection: "articles", id, data, locale: "en", user: await another() };
  await payload.update(options as never);
  await told();
  const [, published, draft] = await versionsOf(id);
  return { id, published: published!.id, draft: draft!.id };
}

test("each version of an article names the editor who saved it, whatever a form says of that", async () => {
  const { id } = await givenChanged("authors");
  await save(id, "en", { title: "Third", editedBy: ANOTHER, _status: "draft" });
  const versions = (await versionsOf(id)).map(({ version }) => version);
  expect(versions.map(({ title, _status, editedBy }) => [title, _status, editedBy])).toEqual([
    ["Third", "draft", EDITOR],
    ["Second", "published", ANOTHER],
    ["First", "published", EDITOR],
    ["First", "draft", EDITOR],
  ]);
});

test("a version that is brought back is on the site with the edit, in all its languages, by whoever brought it back", async () => {
  const { id, published } = await givenChanged("restored");
  expect(await shown("en", "restored")).toEqual(["Second", "en", "As it is."]);
  expect(await restore(published)).toBe(200);
  expect(await shown("en", "restored")).toEqual(["First", "en", "As it was."]);
  expect(await shown("ru", "restored")).toEqual(["Первая", "ru", "Как было."]);
  expect(await told()).toEqual(["content:articles"]);
  const [newest, before] = await versionsOf(id);
  expect(newest?.version).toMatchObject({ title: "First", _status: "published", editedBy: ANOTHER });
  expect(before?.version).toMatchObject({ title: "Second", editedBy: ANOTHER });
});

test("a draft that is brought back is the draft again, and so is a version of which that was asked: the site stays as it is", async () => {
  const { id, draft, published } = await givenChanged("drafted");
  for (const [version, query] of [
    [draft, "draft=false"],
    [published, "draft=true"],
  ] as const) {
    await save(id, "en", { title: "Between", _status: "draft" });
    expect(await restore(version, signed(ANOTHER), query)).toBe(200);
    expect((await versionsOf(id))[0]?.version).toMatchObject({ title: "First", _status: "draft" });
    expect(await findDraft(db, "en", id)).toMatchObject({ title: "First" });
    expect(await shown("en", "drafted")).toEqual(["Second", "en", "As it is."]);
  }
});

test("a version that is not there, or asked for by nobody whom the front door has named, is not brought back", async () => {
  const { published } = await givenChanged("refused");
  expect(await restore(published, new Headers())).toBe(404);
  for (const nothing of [2_000_000_000, 3_000_000_000, "latest", "1.5", "-1"])
    expect(await restore(nothing), `${nothing}`).toBe(404);
  expect(await shown("en", "refused")).toEqual(["Second", "en", "As it is."]);
});
