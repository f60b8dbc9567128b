import type { Picture } from "#features/content/media/pictures.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** A page as others lead to it. */
export type PageHead = {
  /** Its address without slash and language: `guide/refunds`. */
  readonly path: string;
  /** The language that it is told in: the reader's, or English where nobody has translated it. */
  readonly language: Locale;
  readonly title: string;
  readonly summary: string | null;
};

export type EditorsPage = PageHead & {
  /** As the editor's document has it; `readRichText` reads it. */
  readonly body: unknown;
  /** Those of its text, as far as they are there. */
  readonly pictures: readonly Picture[];
  /** What search engines and shared links show instead of title and summary. */
  readonly searchTitle: string | null;
  readonly searchDescription: string | null;
  /** The pages above it, the highest first. */
  readonly above: readonly PageHead[];
  /** Those right below it, in the editors' order. */
  readonly below: readonly PageHead[];
};

const PART = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PART_CHARACTERS = 80;
/** More than pages can be deep: nothing longer is looked for. */
const MOST_PARTS = 20;

/** The address that segments spell, without a slash before it; null where no page can be. */
export function pagePathOf(segments: readonly string[]): string | null {
  const isPart = (segment: string) => segment.length <= PART_CHARACTERS && PART.test(segment);
  return segments.length > 0 && segments.length <= MOST_PARTS && segments.every(isPart)
    ? segments.join("/")
    : null;
}

/** The addresses on the way to a page, its own last. */
export function trailOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
}

/** The address of a page. */
export function pageHref({ path }: Pick<PageHead, "path">): string {
  return `/${path}`;
}

/** What search engines are told of the way to a page. */
export function trailFacts(
  crumbs: readonly { readonly name: string; readonly href: string }[],
  { locale, publicUrl }: { readonly locale: Locale; readonly publicUrl: string },
): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, href }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: publicUrl + localizedPath(locale, href),
    })),
  };
}
