import { documentFacts } from "#features/content/content.loaders.ts";
import { loadFaq } from "#features/content/faq/faq.loaders.ts";
import { FaqPage } from "#features/content/faq/faq-page.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/faq");

/** Questions and answers. */
export default async function FaqRoute({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => <FaqPage topics={await loadFaq(locale)} email={documentFacts.email} />);
}
