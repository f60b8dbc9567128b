import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageNotFound } from "#lib/http/page-response.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site.notFound");
  return { title: t("metaTitle"), robots: { index: false } };
}

/** Any address that is no page. Rendered as a page of its own, so that the words are in the HTML, with status 404. */
export default async function UnknownPage() {
  pageNotFound();
  return <NotFoundView />;
}
