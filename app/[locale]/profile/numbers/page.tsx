import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { MyNumbers } from "#features/rentals/my-numbers/components/my-numbers.island.tsx";
import { loadMyNumbers } from "#features/rentals/my-numbers/my-numbers.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { isRentOpen, pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/numbers");

/** Every number that the signed-in user bought or rented, with what came while it is kept. */
export default async function MyNumbersPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, start] = await Promise.all([
      getTranslations({ locale, namespace: "activations.myNumbers" }),
      loadMyNumbers(locale, await searchParams),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <MyNumbers {...start} isRentOpen={isRentOpen} />
      </>
    );
  });
}
