import { type CollectionBeforeChangeHook, isolateObjectProperty } from "payload";
import { hasText } from "#app/_cms/parts/has-text.ts";
import { refusalOf } from "#app/_cms/parts/refuse.ts";
import { defaultLocale } from "#lib/i18n/locales.ts";

type Document = Readonly<Record<string, unknown>>;

/**
 * Refuses to publish (or, where there are no drafts, to save) what has no English text in these fields: every other language falls back on it. A form judges only the
 * language that is open in it, so this one reads the English of what is saved already.
 */
export const requireEnglish =
  (fields: readonly string[]): CollectionBeforeChangeHook =>
  async ({ collection, data, originalDoc, req }) => {
    if (collection.versions?.drafts && data._status !== "published") return data;
    const english = await findEnglish();
    const missing = fields.filter((name) => !hasText(english[name]));
    if (missing.length > 0) {
      const errors = missing.map((path) => ({ path, message: "Write it in English first" }));
      throw refusalOf(req, collection.slug, errors);
    }
    return data;

    async function findEnglish(): Promise<Document> {
      const saved = (originalDoc ?? {}) as Document;
      if (req.locale === "all") {
        const ofAll = (name: string) =>
          (({ ...saved, ...data })[name] as Document | undefined)?.[defaultLocale];
        return Object.fromEntries(fields.map((name) => [name, ofAll(name)]));
      }
      if (!req.locale || req.locale === defaultLocale) return { ...saved, ...data };
      if (saved.id === undefined) return {};
      // Asking for a language changes it in the request, which goes on to be saved in its own.
      const own = isolateObjectProperty(req, ["locale", "fallbackLocale"]);
      return (await req.payload.findByID({
        collection: collection.slug as never,
        id: saved.id as number,
        depth: 0,
        draft: true,
        fallbackLocale: false,
        locale: defaultLocale,
        req: own,
      })) as unknown as Document;
    }
  };
