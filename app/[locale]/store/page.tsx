import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { isReadyShopOpen, pageMetadata } from "#features/site/site.loaders.ts";
import { StoreView } from "#features/stores/components/store-view.tsx";
import { loadStorePage } from "#features/stores/store.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/store");

/** The signed-in user's store, or the way to one. */
export default async function StorePage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    if (!isReadyShopOpen) {
      pageNotFound();
      return <NotFoundView />;
    }
    return <StoreView page={await loadStorePage(locale, await searchParams)} locale={locale} />;
  });
}
