import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { documentFacts } from "#features/content/content.loaders.ts";
import { DocumentPage } from "#features/content/document-page.tsx";
import { publicPageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "content.privacyPolicy" });
  return publicPageMetadata(locale, "/privacy-policy", { title: t("title"), description: t("lead") });
}

export default function PrivacyPolicyPage() {
  return <DocumentPage document="privacyPolicy" facts={documentFacts} />;
}
