import { readdirSync } from "node:fs";
import { handleEndpoints } from "payload";
import sharp from "sharp";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { EDITOR, signed, useDesk, words } from "#app/_cms/desk.factory.ts";
import { findServiceBySlug, forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceIconPath } from "#features/catalogue/catalogue.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { findArticle } from "#features/content/blog/blog.reads.ts";
import { readPicture } from "#features/content/media/picture-store.gateway.ts";
import { markName, pictureBytes } from "#features/content/media/pictures.rules.ts";
import { readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const { asEditor, db, owner, payload, pictures, save, told } = await useDesk();

describe("a picture from the desk to the site", () => {
  const draw = (background: string, height = 300) =>
    sharp({ create: { width: 700, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const upload = async (data: Buffer, texts: Record<string, unknown>, locale: Locale = "en") =>
    payload.create({
      ...{ collection: "media", data: texts, locale, user: await asEditor() },
      file: { data, mimetype: "image/jpeg", name: "../../Lake.jpg", size: data.length },
    } as never) as unknown as Promise<{ id: number; filename: string; url: string; thumbnailURL: string }>;

  /** Sends a file as the desk's form does; the words of the notice that the editor gets. */
  async function refusalOf(data: Buffer): Promise<unknown> {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(data)], { type: "image/png" }), "Lake.png");
    body.set("_payload", JSON.stringify({ alt: "A lake" }));
    const request = new Request("http://smsden.test/cms-api/media", {
      ...{ method: "POST", headers: signed(EDITOR), body },
    });
    const answer = await handleEndpoints({ config: payload.config, request });
    expect([400, 413]).toContain(answer.status);
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    return errors.map(({ message }) => message).join();
  }

  it("is stored by its content and shown in an article, with its words in the reader's language", async () => {
    const doc = await upload(await draw("#3a7"), { alt: "A lake" });
    expect(doc.filename).toMatch(/^[0-9a-f]{64}\.webp$/);
    expect(doc.url).toBe(`/api/storage/image/${doc.filename}`);
    expect(doc.thumbnailURL).toBe(doc.url.replace(".webp", "-480.webp"));
    const stored = await sharp((await readPicture(pictures, doc.filename)) ?? Buffer.of()).metadata();
    expect([stored.format, stored.width, stored.height]).toEqual(["webp", 700, 300]);
    const body = words("See it.");
    const node = { type: "upload", version: 3, format: "", id: "0123456789abcdef01234567", fields: {} };
    const children = [...(body.root as { children: unknown[] }).children];
    children.push({ ...node, relationTo: "media", value: doc.id });
    const article = { slug: "lake", title: "Lake", cover: doc.id, _status: "published" };
    await save(null, "en", { ...article, body: { root: { ...(body.root as object), children } } });
    await save(doc.id, "ru", { alt: "Озеро" }, "media");
    const shown = await findArticle(db, "en", "lake");
    expect(shown?.cover).toMatchObject({ name: doc.filename, alt: "A lake", width: 700, height: 300 });
    expect(readRichText(shown?.body, shown?.pictures).at(-1)).toEqual({
      kind: "picture",
      picture: shown?.cover,
    });
  });

  it("is refused with a reason when it is none, or is there already, and leaves nothing behind", async () => {
    const before = readdirSync(pictures);
    const bytes = await draw("#123");
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    await expect(upload(svg, { alt: "x" })).rejects.toThrow("JPEG, a PNG or a WebP");
    await expect(upload(bytes.subarray(0, bytes.length - 20), { alt: "x" })).rejects.toThrow("broken");
    const two = Buffer.concat([bytes, Buffer.from("<script>")]);
    await expect(upload(two, { alt: "x" })).rejects.toThrow("something else behind");
    await expect(upload(await draw("#3a7"), { alt: "Again" })).rejects.toThrow("here already");
    await expect(upload(bytes, { alt: " " })).rejects.toThrow("in English first");
    await expect(upload(bytes, { alt: "Озеро" }, "ru")).rejects.toThrow("in English first");
    const address = { alt: "x", url: "http://127.0.0.1/x.jpg", filename: "x.jpg" };
    const fetched = { collection: "media", data: address, user: await asEditor() };
    await expect(payload.create(fetched as never)).rejects.toThrow("Choose a picture");
    expect(readdirSync(pictures)).toEqual(before);
  });

  it("is refused in the desk's own form with what to do about it when it is too heavy, has too many dots or moves", async () => {
    const before = readdirSync(pictures);
    const wide = sharp({ create: { width: 8_001, height: 5_000, channels: 3, background: "#123" } });
    const frames = await Promise.all([draw("#111"), draw("#eee")]);
    const moving = sharp(frames, { join: { animated: true } }).webp({ delay: 100 });
    expect(await refusalOf(Buffer.alloc(pictureBytes + 1))).toBe("The file is too heavy: 6 MB at most");
    expect(await refusalOf(await wide.png().toBuffer())).toBe(
      "The picture has too many dots: 40 million at most, such as 8000 x 5000",
    );
    expect(await refusalOf(await moving.toBuffer())).toBe(
      "A picture that moves cannot be shown here: take one that stands still",
    );
    expect(readdirSync(pictures)).toEqual(before);
  });

  it("does not change, whatever a form sends, and its files go with it", async () => {
    const { id, filename } = await upload(await draw("#abc"), { alt: "Grey" });
    await save(id, "en", { alt: "Light grey", filename: "../x.svg", width: 1, url: "javascript:x" }, "media");
    const [row] = await rows<{ filename: string; width: number }>(
      owner,
      sql`select filename, width::int as width from cms.media where id = ${id}`,
    );
    expect(row).toEqual({ filename, width: 700 });
    await payload.delete({ collection: "media", id, user: await asEditor() } as never);
    expect(readdirSync(pictures).filter((name) => name.startsWith(filename.slice(0, 64)))).toEqual([]);
  });

  describe("that is square", () => {
    /** What is shown of these services, and what kept pages were told of services since this was asked last. */
    const seen = async () => {
      forgetCatalogue(db);
      const shown = await Promise.all(
        ["telegram", "viber"].map(async (slug) => {
          const service = await findServiceBySlug(db, slug);
          return service && serviceIconPath(service);
        }),
      );
      return [...shown, (await told()).includes("catalogue")];
    };
    const marks = ["/icons/services/telegram.svg", "/icons/services/viber.svg"] as const;

    it("stands for a service once an editor says so, for one alone, until it is deleted, and kept pages are told", async () => {
      await withTransaction(db, seedCatalogue);
      const { id, filename } = await upload(await draw("#fed", 700), { alt: "Aeroplane" });
      await told();
      expect(await seen()).toEqual([...marks, false]);
      await save(id, "en", { service: " telegram " }, "media");
      const picture = `/api/storage/image/${markName({ name: filename, width: 700 })}`;
      expect(picture).toContain("-96.webp");
      expect(await seen()).toEqual([picture, marks[1], true]);
      await save(id, "ru", { alt: "Самолёт" }, "media");
      expect(await seen()).toEqual([picture, marks[1], false]);
      await save(id, "en", { service: "viber" }, "media");
      expect(await seen()).toEqual([marks[0], picture, true]);
      const other = await upload(await draw("#def", 700), { alt: "Telephone", service: "" });
      await expect(save(other.id, "en", { service: "viber" }, "media")).rejects.toThrow("service");
      await expect(save(other.id, "en", { service: "vi" }, "media")).rejects.toThrow(
        "No service has its page",
      );
      await expect(upload(await draw("#ded"), { alt: "Wide", service: "telegram" })).rejects.toThrow(
        "as wide as",
      );
      expect(await seen()).toEqual([marks[0], picture, false]);
      await save(id, "en", { service: "" }, "media");
      expect(await seen()).toEqual([...marks, true]);
      await save(other.id, "en", { service: "viber" }, "media");
      expect((await seen())[1]).not.toBe(marks[1]);
      await payload.delete({ collection: "media", id: other.id, user: await asEditor() } as never);
      expect(await seen()).toEqual([...marks, true]);
    });

    it("stands for a service in its own width where it is no wider than a mark", async () => {
      const small = await sharp({ create: { width: 96, height: 96, channels: 3, background: "#eef" } })
        .png()
        .toBuffer();
      const { id, filename } = await upload(small, { alt: "Small", service: "viber" });
      expect(markName({ name: filename, width: 96 })).toBe(filename);
      expect((await seen())[1]).toBe(`/api/storage/image/${filename}`);
      await payload.delete({ collection: "media", id, user: await asEditor() } as never);
    });
  });
});
