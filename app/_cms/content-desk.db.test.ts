import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { EDITOR, signed, useDesk, words } from "#app/_cms/desk.factory.ts";
import { findArticle } from "#features/content/blog/blog.reads.ts";
import { findDraft } from "#features/content/drafts/drafts.reads.ts";
import { findShownText } from "#features/content/editing/editing.reads.ts";
import { findFaqDraft, listFaq } from "#features/content/faq/faq.reads.ts";
import { readMenus } from "#features/content/menus/menus.reads.ts";
import { deepest } from "#features/content/pages/addresses.rules.ts";
import { findPage, findPageDraft } from "#features/content/pages/pages.reads.ts";
import { readRedirects } from "#features/content/redirects/redirects.reads.ts";
import { plainText, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { findTexts } from "#features/content/site-search/site-search.reads.ts";
import { rows } from "#lib/db/query.ts";
import { EDITOR_HEADER, signEditor } from "#lib/http/editor-header.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const { asEditor, db, owner, payload, save, told } = await useDesk();

describe("who edits", () => {
  it("is whom the front door has named, and nobody else", async () => {
    expect((await asEditor())?.id).toBe(EDITOR);
    for (const header of [`${EDITOR}`, signEditor(EDITOR, "another key", Date.now())])
      expect((await payload.auth({ headers: new Headers({ [EDITOR_HEADER]: header }) })).user).toBeNull();
    expect((await payload.auth({ headers: new Headers() })).user).toBeNull();
  });

  it("has one row, however many requests come first at once", async () => {
    const users = await Promise.all([1, 2, 3, 4].map(() => payload.auth({ headers: signed(77) })));
    expect(users.map(({ user }) => user?.id)).toEqual([77, 77, 77, 77]);
    expect(await rows(owner, sql`select from cms.editors where id = 77`)).toHaveLength(1);
  });

  it("without a proven editor nothing is read or changed", async () => {
    const asNobody = { collection: "articles", overrideAccess: false } as const;
    await expect(payload.find(asNobody as never)).rejects.toThrow();
    await expect(payload.create({ ...asNobody, data: { slug: "x" } } as never)).rejects.toThrow();
  });
});

describe("an address that has moved", () => {
  it("is known to the site with the edit, and refused where it may not move or leads back to itself", async () => {
    await told();
    const say = async (from: string, to: string) =>
      payload.create({ collection: "redirects", data: { from, to }, user: await asEditor() } as never);
    await say("/blog/old", "/blog/new");
    expect(await told()).toEqual(["content:redirects"]);
    for (const [from, to] of [
      ["/profile", "/x"],
      ["/blog/a", "javascript:alert(1)"],
      ["/blog/b", "//evil.test"],
      ["/blog/c", "/blog/c"],
      ["/blog/old", "/blog/other"],
      ["/blog/new", "/blog/old?again"],
    ] as const)
      await expect(say(from, to), `${from} ${to}`).rejects.toThrow();
    expect([...(await readRedirects(db)).values()]).toEqual([
      { from: "/blog/old", to: "/blog/new", isPermanent: true },
    ]);
  });
});

describe("an article from the desk to the site", () => {
  it("is on the site when it is published, in the languages it has, and says who saved it", async () => {
    const id = await save(null, "en", {
      slug: "first",
      title: "First",
      body: words("In English."),
      searchTitle: "What comes first",
    });
    expect(await findDraft(db, "en", id)).toMatchObject({ title: "First" });
    await save(id, "ru", { title: "Первая", body: words("По-русски.") });
    expect(await findArticle(db, "en", "first")).toBeNull();
    await save(id, "ru", { _status: "published" });
    const english = await findArticle(db, "en", "first");
    expect(english).toMatchObject({
      ...{ language: "en", title: "First", tags: [] },
      ...{ searchTitle: "What comes first", searchDescription: null },
    });
    expect(plainText(readRichText(english?.body))).toBe("In English.");
    expect(await findArticle(db, "ru", "first")).toMatchObject({ language: "ru", title: "Первая" });
    expect(await findArticle(db, "tr", "first")).toMatchObject({ language: "en" });
    const [row] = await rows<{ by: number }>(
      owner,
      sql`select edited_by_id::int as by from cms.articles where id = ${id}`,
    );
    expect(row?.by).toBe(EDITOR);
  });

  it("keeps what is published while a draft is written over it, which its preview shows", async () => {
    const id = await save(null, "en", {
      slug: "kept",
      title: "Kept",
      body: words("As published."),
      _status: "published",
    });
    await save(id, "en", { title: "Changed", _status: "draft" });
    expect(await findArticle(db, "en", "kept")).toMatchObject({ title: "Kept" });
    expect(await findDraft(db, "ru", id)).toMatchObject({ language: "en", slug: "kept", title: "Changed" });
    expect(plainText(readRichText((await findDraft(db, "en", id))?.body))).toBe("As published.");
  });

  it("is not published without its English title and text, in whatever language the form is open", async () => {
    const id = await save(null, "ru", { slug: "russian", title: "По-русски", body: words("Текст.") });
    await expect(save(id, "ru", { _status: "published" })).rejects.toThrow();
    await expect(
      save(null, "en", { slug: "bare", title: "Bare", body: words(" "), _status: "published" }),
    ).rejects.toThrow();
    expect(await findArticle(db, "ru", "russian")).toBeNull();
    await save(id, "en", { title: "In English", body: words("Text.") });
    await save(id, "ru", { _status: "published" });
    expect(await findArticle(db, "ru", "russian")).toMatchObject({ language: "ru", title: "По-русски" });
    expect(await findArticle(db, "en", "russian")).toMatchObject({ title: "In English" });
  });

  it("is announced to kept pages with the edit, and a draft or an edit that is taken back is not", async () => {
    await told();
    await save(null, "en", { slug: "quiet", title: "Quiet", body: words("x") });
    await expect(
      save(null, "en", { slug: "first", title: "Again", body: words("x"), _status: "published" }),
    ).rejects.toThrow();
    await save(null, "en", { slug: "loud", title: "Loud", body: words("x"), _status: "published" });
    expect(await told()).toEqual(["content:articles"]);
  });

  it("is found by the search of the site with the edit, in the languages it has, until it is deleted", async () => {
    const find = async (locale: Locale, text: string) =>
      (await findTexts(db, { locale, text }, ["articles"], { most: 5, isAny: false })).map(
        ({ slug }) => slug,
      );
    const published = { _status: "published" };
    const id = await save(null, "en", { slug: "sought", title: "Sought", body: words("Halibut.") });
    expect(await find("en", "halibut")).toEqual([]);
    await save(id, "en", published);
    expect([await find("en", "halibut"), await find("ru", "halibut")]).toEqual([["sought"], ["sought"]]);
    await save(id, "ru", { title: "Искомая", body: words("Палтус."), ...published });
    expect([await find("ru", "палтус"), await find("ru", "halibut")]).toEqual([["sought"], []]);
    await save(id, "en", { body: words("Mackerel."), _status: "draft" });
    expect([await find("en", "halibut"), await find("en", "mackerel")]).toEqual([["sought"], []]);
    await save(id, "en", published);
    expect([await find("en", "halibut"), await find("en", "mackerel")]).toEqual([[], ["sought"]]);
    await payload.delete({ collection: "articles", id, user: await asEditor() } as never);
    expect(await find("en", "mackerel")).toEqual([]);
  });

  it("has its tags in the editors' order and the reader's language, those of the draft in its preview, until a tag is deleted", async () => {
    const steps = await save(null, "en", { slug: "first-steps", name: "First steps" }, "tags");
    const renting = await save(null, "en", { slug: "renting", name: "Renting" }, "tags");
    await save(renting, "ru", { name: "Аренда" }, "tags");
    const texts = { slug: "tagged", title: "Tagged", body: words("x") };
    const id = await save(null, "en", { ...texts, tags: [steps, renting], _status: "published" });
    await save(id, "en", { tags: [renting], _status: "draft" });
    const tagsOf = async (locale: Locale) => (await findArticle(db, locale, "tagged"))?.tags;
    expect(await tagsOf("en")).toEqual([
      { slug: "first-steps", name: "First steps" },
      { slug: "renting", name: "Renting" },
    ]);
    expect((await tagsOf("ru"))?.map(({ name }) => name)).toEqual(["First steps", "Аренда"]);
    expect((await findDraft(db, "ru", id))?.tags).toEqual([{ slug: "renting", name: "Аренда" }]);
    await told();
    await save(renting, "en", { name: "Rentals" }, "tags");
    expect((await tagsOf("tr"))?.map(({ name }) => name)).toEqual(["First steps", "Rentals"]);
    expect(await told()).toEqual(["content:articles"]);
    await payload.delete({ collection: "tags", id: renting, user: await asEditor() } as never);
    expect((await tagsOf("en"))?.map(({ name }) => name)).toEqual(["First steps"]);
    expect((await findDraft(db, "en", id))?.tags).toEqual([]);
    expect(await told()).toEqual(["content:articles"]);
  });

  it("is gone from the site when it is deleted", async () => {
    await told();
    const id = await save(null, "en", {
      slug: "gone",
      title: "Gone",
      body: words("x"),
      _status: "published",
    });
    expect(await told()).toEqual(["content:articles"]);
    await payload.delete({ collection: "articles", id, user: await asEditor() } as never);
    expect(await findArticle(db, "en", "gone")).toBeNull();
    expect(await told()).toEqual(["content:articles"]);
  });
});

describe("a question from the desk to the site", () => {
  it("stands under its topic in the editors' order, in the languages that it has, and a draft stands nowhere", async () => {
    await told();
    const money = await save(null, "en", { slug: "money", name: "Money", place: 20 }, "faq-topics");
    const codes = await save(null, "en", { slug: "codes", name: "Codes", place: 10 }, "faq-topics");
    await save(codes, "ru", { name: "Коды" }, "faq-topics");
    const ask = (slug: string, topic: number, place: number, _status = "published") =>
      save(
        null,
        "en",
        { ...{ slug, topic, place, _status }, question: `${slug}?`, answer: words("Yes.") },
        "faq-entries",
      );
    await ask("refund", money, 1);
    const last = await ask("last", codes, 2);
    await ask("first", codes, 1);
    await ask("draft", codes, 3, "draft");
    await save(
      last,
      "ru",
      { question: "Последний?", answer: words("Да."), _status: "published" },
      "faq-entries",
    );
    const listed = async (locale: Locale) =>
      (await listFaq(db, locale)).map(({ name, entries }) => [
        name,
        ...entries.map(({ question }) => question),
      ]);
    expect(await listed("en")).toEqual([
      ["Codes", "first?", "last?"],
      ["Money", "refund?"],
    ]);
    expect(await listed("ru")).toEqual([
      ["Коды", "first?", "Последний?"],
      ["Money", "refund?"],
    ]);
    expect(new Set(await told())).toEqual(new Set(["content:faq"]));
    await payload.delete({ collection: "faq-entries", id: last, user: await asEditor() } as never);
    expect(await listed("ru")).toEqual([
      ["Коды", "first?"],
      ["Money", "refund?"],
    ]);
    expect(await told()).toEqual(["content:faq"]);
  });

  it("is looked at as it was saved last, below its topic, while the help page shows what is published", async () => {
    const topic = await save(null, "en", { slug: "sms", name: "SMS" }, "faq-topics");
    const text = { slug: "late", topic, question: "Late?", answer: words("Wait."), _status: "published" };
    const id = await save(null, "en", text, "faq-entries");
    await save(id, "en", { question: "Too late?", _status: "draft" }, "faq-entries");
    const shown = (await listFaq(db, "ru")).find(({ slug }) => slug === "sms");
    expect(shown?.entries).toMatchObject([{ slug: "late", question: "Late?" }]);
    expect(await findFaqDraft(db, "ru", id)).toMatchObject({
      ...{ slug: "sms", name: "SMS" },
      entries: [{ slug: "late", language: "en", question: "Too late?", answer: words("Wait.") }],
    });
    expect(await findShownText(db, "ru", { of: "draft", kind: "faq", id })).toMatchObject({
      id,
      isDraft: true,
    });
    const none = id + 1_000;
    expect(await findFaqDraft(db, "ru", none)).toBeNull();
    expect(await findShownText(db, "ru", { of: "draft", kind: "faq", id: none })).toBeNull();
  });

  it("is not published without its English question and answer", async () => {
    const topic = await save(null, "en", { slug: "rents", name: "Rents" }, "faq-topics");
    const text = { slug: "when", topic, question: "Когда?", answer: words("Сразу.") };
    const id = await save(null, "ru", text, "faq-entries");
    const publish = (data: object = {}) => save(id, "en", { ...data, _status: "published" }, "faq-entries");
    await expect(publish()).rejects.toThrow("in English first");
    await expect(publish({ question: "When?" })).rejects.toThrow("in English first");
    expect((await listFaq(db, "ru")).map(({ slug }) => slug)).not.toContain("rents");
    await publish({ question: "When?", answer: words("At once.") });
    expect((await listFaq(db, "ru")).find(({ slug }) => slug === "rents")?.entries).toMatchObject([
      { slug: "when", language: "ru", question: "Когда?" },
    ]);
  });

  it("is whole in English where only its question is translated, and none has a translated answer alone", async () => {
    const topic = await save(null, "en", { slug: "halves", name: "Halves" }, "faq-topics");
    const english = { question: "Why?", answer: words("Because.") };
    const text = { ...english, topic, slug: "half", _status: "published" };
    const id = await save(null, "en", text, "faq-entries");
    const answered = { answer: words("Потому."), _status: "published" };
    await expect(save(id, "ru", answered, "faq-entries")).rejects.toThrow("Question");
    await save(id, "ru", { question: "Почему?", _status: "published" }, "faq-entries");
    const entries = (await listFaq(db, "ru")).find(({ slug }) => slug === "halves")?.entries;
    expect(entries).toMatchObject([{ slug: "half", language: "en", ...english }]);
  });
});

describe("a page from the desk to the site", () => {
  const page = (data: Record<string, unknown>) => ({ title: "Page", body: words("Text."), ...data });
  const publish = (data: Record<string, unknown>, id: number | null = null) =>
    save(id, "en", page({ _status: "published", ...data }), "pages");

  it("stands below another one, at the address that both spell, and its draft is looked at there", async () => {
    await told();
    const guide = await publish({ slug: "guide", title: "Guide" });
    const id = await save(null, "en", page({ slug: "rent", title: "Rent", parent: guide }), "pages");
    expect(await findPageDraft(db, "ru", id)).toMatchObject({
      path: "guide/rent",
      title: "Rent",
      language: "en",
    });
    expect(await findPage(db, "en", "guide/rent")).toBeNull();
    await publish({ title: "Rent" }, id);
    expect((await findPage(db, "en", "guide/rent"))?.above.map(({ title }) => title)).toEqual(["Guide"]);
    await publish({ slug: "manual", title: "Guide" }, guide);
    expect(await findPage(db, "en", "manual/rent")).toMatchObject({ title: "Rent" });
    expect(await told()).toEqual(["content:pages", "content:pages", "content:pages"]);
  });

  it("is not published without a title and a text in English", async () => {
    const russian = { _status: "published", slug: "half", title: "Половина", body: words("Текст.") };
    await expect(save(null, "ru", page(russian), "pages")).rejects.toThrow();
    await expect(publish({ slug: "half", body: words("") })).rejects.toThrow();
    await expect(publish({ slug: "half", title: "" })).rejects.toThrow();
    expect(await findPage(db, "en", "half")).toBeNull();
    expect(await findPage(db, "ru", "half")).toBeNull();
  });

  it("is refused at an address of the product's own and at another page's, published or not", async () => {
    for (const slug of ["blog", "telegram", "privacy-policy", "api", "ru", "manual"])
      for (const _status of ["draft", "published"])
        await expect(publish({ slug, _status }), `${slug} ${_status}`).rejects.toThrow(
          slug === "manual" ? "Another page in the same place" : "address of the product's own",
        );
    const { docs } = await payload.find({
      collection: "pages",
      where: { slug: { equals: "manual" } },
    } as never);
    const parent = (docs[0] as { id: number }).id;
    await publish({ slug: "blog", parent });
    await expect(publish({ slug: "blog", parent })).rejects.toThrow("Another page in the same place");
    expect(await findPage(db, "en", "manual/blog")).not.toBeNull();
  });

  it("cannot stand below itself, nor deeper than pages go", async () => {
    const ids: number[] = [];
    for (let depth = 0; depth < deepest; depth += 1)
      ids.push(await publish({ slug: `level-${depth}`, ...(depth > 0 && { parent: ids.at(-1) }) }));
    await expect(publish({ slug: "too-deep", parent: ids.at(-1) })).rejects.toThrow("No more than 6 pages");
    await expect(publish({ slug: "level-0", parent: ids[1] }, ids[0])).rejects.toThrow(
      "stands below this one",
    );
    await expect(publish({ slug: "level-0", parent: ids[0] }, ids[0])).rejects.toThrow(
      "stands below this one",
    );
  });

  it("is not deleted while others stand below it", async () => {
    const parent = await publish({ slug: "above" });
    const below = await publish({ slug: "under", parent });
    const remove = async (id: number) =>
      payload.delete({ collection: "pages", id, user: await asEditor() } as never);
    await expect(remove(parent)).rejects.toThrow("Pages stand below it");
    await remove(below);
    await remove(parent);
    expect(await findPage(db, "en", "above")).toBeNull();
  });
});

describe("a menu from the desk to the site", () => {
  it("is there at once in the language that it was written in, and drops every kept page", async () => {
    await told();
    const children = [{ label: "Guide", href: "/guide" }];
    const id = await save(
      null,
      "en",
      {
        title: "Top",
        position: "header",
        entries: [
          { label: "Help", children },
          { label: "API", href: "/docs" },
        ],
      },
      "menus",
    );
    const english = (await readMenus(db, "ru")).header;
    expect(english).toMatchObject({ language: "en", title: "Top" });
    expect(english?.entries.map(({ label, href, children: { length } }) => [label, href, length])).toEqual([
      ["Help", null, 1],
      ["API", "/docs", 0],
    ]);
    await save(id, "ru", { title: "Верх", entries: [{ label: "Цены", href: "/prices" }] }, "menus");
    expect((await readMenus(db, "ru")).header).toMatchObject({ language: "ru", title: "Верх" });
    expect((await readMenus(db, "en")).header?.entries).toHaveLength(2);
    expect(await told()).toEqual(["site", "site"]);
  });

  it("leads nowhere that menus may not, and says who saved it", async () => {
    for (const entry of [
      { label: "Bad", href: "javascript:alert(1)" },
      { label: "Nowhere" },
      { label: "Part", href: "#part" },
    ])
      await expect(
        save(null, "en", { title: "Bad", entries: [entry] }, "menus"),
        entry.label,
      ).rejects.toThrow();
    const social = {
      title: "Social",
      position: "social",
      entries: [{ network: "vk", href: "http://vk.com/x" }],
    };
    await expect(save(null, "en", social, "menus")).rejects.toThrow();
    const [row] = await rows<{ by: number }>(
      owner,
      sql`select version_edited_by_id::int as by from cms._menus_v order by id limit 1`,
    );
    expect(row?.by).toBe(EDITOR);
  });
});
