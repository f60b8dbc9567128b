import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { givenArticle, givenArticleDraft, givenPage } from "#features/content/content.factory.ts";
import { editingRoutes } from "#features/content/editing/editing.routes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { givenStaff, markEditor, type TestStaff } from "#features/identity/staff.factory.ts";
import { setContentRight } from "#features/identity/staff.writes.ts";
import { listen } from "#lib/db/listen.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const api = testApi(db, editingRoutes, resolveActor);
const english = (title: string) => ({ en: { title, body: [title] } });
let editor: TestStaff;
let article: number;
let page: number;

const look = (path: string, { cookie } = editor) =>
  api.call("GET", `/api/content/shown?${new URLSearchParams({ path })}`, { cookie });
const clear = (kind: string, { cookie } = editor, key: string = crypto.randomUUID()) =>
  api.call("POST", "/api/content/clear", { cookie, body: { kind }, headers: { "idempotency-key": key } });
const recorded = () =>
  rows<{ actor: number; action: string; subject: string }>(
    owner,
    sql`select actor_id as actor, action, subject from identity_audit order by id`,
  );

async function givenEditor(): Promise<TestStaff> {
  const staff = await givenStaff(db, null, { name: "Editor" });
  await markEditor(db, staff.userId);
  return staff;
}

beforeAll(async () => {
  editor = await givenEditor();
  article = await givenArticle(owner, { slug: "codes", texts: english("Codes") });
  page = await givenPage(owner, { slug: "guide", texts: english("Guide") });
});

describe("what a page shows of the editors'", () => {
  test("is an article or a page, edited in the language that one reads, with words in that language", async () => {
    expect((await look("/ru/blog/codes")).body.shown).toMatchObject({
      kind: "articles",
      edit: { href: `/admin/collections/articles/${article}?locale=ru`, text: "Править этот текст" },
      draft: null,
      note: null,
    });
    expect((await look("/guide")).body.shown).toMatchObject({
      kind: "pages",
      edit: { href: `/admin/collections/pages/${page}?locale=en`, text: "Edit this text" },
    });
  });

  test("is a list where several texts are shown, and nothing where editors write none", async () => {
    expect((await look("/blog")).body.shown.edit.href).toBe("/admin/collections/articles?locale=en");
    expect((await look("/es/faq")).body.shown.edit.href).toBe("/admin/collections/faq-entries?locale=es");
    for (const path of ["/", "/ru", "/telegram", "/blog/none", "/guide/none", "/draft/999999"])
      expect((await look(path)).body, path).toEqual({ shown: null });
  });

  test("has a draft once something was saved that is not published, and that draft's page says what it is", async () => {
    const id = await givenArticle(owner, { slug: "rent", texts: english("Rent") });
    await givenArticleDraft(owner, { id, slug: "rent", title: "Rent", body: ["Rent"] });
    expect((await look("/blog/rent")).body.shown.draft).toBeNull();
    await execute(owner, sql`update cms._articles_v set latest = false where parent_id = ${id}`);
    await givenArticleDraft(owner, { id, slug: "rent", title: "Rent a number", body: ["Rent"] });
    const { draft } = (await look("/ru/blog/rent")).body.shown;
    expect(draft.href).toBe(`/ru/draft/${id}`);
    expect((await look(draft.href)).body.shown).toMatchObject({
      edit: { href: `/admin/collections/articles/${id}?locale=ru` },
      draft: null,
      note: "Черновик: его видят только редакторы",
    });
  });
});

describe("clearing kept pages", () => {
  test("announces the pages of the kind, once per key, and is recorded", async () => {
    const heard: string[] = [];
    const notices = listen(url, { channels: { page_tags: (payload) => heard.push(payload) } });
    await notices.ready;
    try {
      const key = crypto.randomUUID();
      expect((await clear("articles", editor, key)).body).toEqual({ status: "cleared" });
      const again = await clear("articles", editor, key);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expect((await clear("faq", editor, key)).body.error.code).toBe("IDEMPOTENCY_MISMATCH");
      await clear("pages");
      await eventually(() => expect(heard).toEqual(["content:articles", "content:pages"]));
      expect(await recorded()).toEqual([
        { actor: editor.userId, action: "content.clear", subject: "content:articles" },
        { actor: editor.userId, action: "content.clear", subject: "content:pages" },
      ]);
    } finally {
      await notices.close();
    }
  });

  test("takes no tag but those of the editors'", async () => {
    for (const kind of ["site", "offers:*", "content:articles", ""])
      expect((await clear(kind)).status, kind).toBe(400);
  });
});

describe("whoever is no editor", () => {
  test("is told that there is no such call, whatever the cookie of the bar says", async () => {
    const before = await recorded();
    const lead = await givenStaff(db, "money-lead");
    const careless = await givenEditor();
    await execute(
      db,
      sql`update identity_sessions set second_factor_at = null where user_id = ${careless.userId}`,
    );
    for (const staff of [lead, careless]) {
      expect((await look("/blog", staff)).status).toBe(404);
      expect((await clear("faq", staff)).status).toBe(404);
    }
    const stranger = { headers: { cookie: "_adminIdentity=1" } };
    expect((await api.call("GET", "/api/content/shown?path=/blog", stranger)).status).toBe(401);
    expect(await recorded()).toEqual(before);
  });

  test("is whose right was taken, from the next call on", async () => {
    const former = await givenEditor();
    expect((await clear("faq", former)).status).toBe(200);
    await withTransaction(db, (tx) => setContentRight(tx, former.userId, false, null));
    expect((await look("/blog", former)).status).toBe(404);
    expect((await clear("faq", former)).status).toBe(404);
  });
});
