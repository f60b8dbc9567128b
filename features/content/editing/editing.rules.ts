import { pagePathOf } from "#features/content/pages/pages.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";

/** Of what editors write: what the page cache tells apart (`content:<kind>`). */
export const editedKinds = ["articles", "faq", "pages"] as const;
export type EditedKind = (typeof editedKinds)[number];

/** What of the editors' an address of the site can show. */
export type EditedPlace =
  | { readonly of: "article"; readonly slug: string }
  | { readonly of: "page"; readonly path: string }
  | { readonly of: "draft"; readonly kind: EditedKind; readonly id: number }
  | { readonly of: "list"; readonly kind: "articles" | "faq" };

/** What is shown there. */
export type ShownText = {
  readonly kind: EditedKind;
  /** Null: several of that kind. */
  readonly id: number | null;
  /** It is looked at before it is published. */
  readonly isDraft: boolean;
  /** Something has been saved that is not published yet. */
  readonly hasDraft: boolean;
};

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ID = /^[1-9]\d{0,8}$/;
/** Longer than any address of an editor's page with its language. */
export const addressCharacters = 2_000;

/** What an address, with its language, can show of the editors', and in which language; null where it can show nothing of theirs. */
export function editedPlaceOf(address: string): { locale: Locale; place: EditedPlace } | null {
  const { locale, path } = splitLocale(address);
  const segments = path.split("/").filter(Boolean);
  const place = placeOf(segments);
  return place && { locale, place };
}

function placeOf(segments: readonly string[]): EditedPlace | null {
  const [first, second = ""] = segments;
  if (first === "draft") return draftOf(segments.slice(1));
  if (first === "blog" && segments.length === 1) return { of: "list", kind: "articles" };
  if (first === "faq" && segments.length === 1) return { of: "list", kind: "faq" };
  if (first === "blog")
    return segments.length === 2 && SLUG.test(second) ? { of: "article", slug: second } : null;
  const path = pagePathOf(segments);
  return path === null ? null : { of: "page", path };
}

const draftFolders: ReadonlyMap<string, EditedKind> = new Map([
  ["page", "pages"],
  ["faq", "faq"],
]);

/** `/draft/12` is an article, `/draft/page/12` a page, `/draft/faq/12` a question. */
function draftOf(segments: readonly string[]): EditedPlace | null {
  const [folder = "", id = ""] = segments.length === 1 ? ["", ...segments] : segments;
  const kind = folder === "" ? "articles" : draftFolders.get(folder);
  return segments.length <= 2 && kind && ID.test(id) ? { of: "draft", kind, id: Number(id) } : null;
}

const collections: Readonly<Record<EditedKind, string>> = {
  articles: "articles",
  faq: "faq-entries",
  pages: "pages",
};

/** Where the content desk edits it, in the language that one reads; where several are shown, their list. */
export function editHref({ kind, id }: Pick<ShownText, "kind" | "id">, locale: Locale): string {
  const list = `/admin/collections/${collections[kind]}`;
  return `${id === null ? list : `${list}/${id}`}?locale=${locale}`;
}

/** Where it is looked at as it was saved last; null where that is not kept apart from what is published, or is seen already. */
export function previewHref({ kind, id, hasDraft }: ShownText, locale: Locale): string | null {
  if (id === null || !hasDraft) return null;
  return localizedPath(locale, kind === "pages" ? `/draft/page/${id}` : `/draft/${id}`);
}
