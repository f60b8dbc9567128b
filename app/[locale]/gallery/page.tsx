import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Gallery } from "#app/_gallery/gallery-loader.island.tsx";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { hasGallery } from "#lib/env.ts";
import { type Locale, localeFacts, locales, toLocale } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export const metadata: Metadata = { title: "Gallery", robots: { index: false } };

type GalleryPageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ side?: string; part?: string }>;
};

const themes = ["light", "dark"] as const;

/** Every part of the interface in every state, for who works on it. In development, and where GALLERY allows it. */
export default async function GalleryPage({ params, searchParams }: GalleryPageProps) {
  if (!hasGallery) notFound();
  const locale = toLocale((await params).locale);
  const { side, part } = await searchParams;
  const sideOf = (of: Locale) => ({ tag: localeFacts[of].tag, messages: toPageMessages(messagesOf(of)) });
  const sides =
    side === "languages"
      ? locales.map(sideOf)
      : side === "themes"
        ? themes.map((theme) => ({ ...sideOf(locale), theme }))
        : [sideOf(locale)];
  return (
    <PageFrame className={side ? "max-w-none" : undefined}>
      <PageHeading
        title="Gallery"
        lead="Every part of components/ui and every state of the product's cards, with long words and large numbers."
      />
      <nav aria-label="Gallery" className="mb-8 flex flex-wrap gap-x-4 gap-y-2 text-sm">
        {locales.map((of) => (
          <a key={of} href={localizedPath(of, "/gallery")} className="text-link underline">
            {of}
          </a>
        ))}
        {["themes", "languages"].map((name) => (
          <a key={name} href={`?side=${name}`} className="text-link underline">
            {name} side by side
          </a>
        ))}
      </nav>
      <Gallery sides={sides} part={part} />
    </PageFrame>
  );
}
