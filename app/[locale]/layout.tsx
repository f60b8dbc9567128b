import "../globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { fontFilesOf } from "#app/fonts/fonts.ts";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { loadMenus } from "#features/content/menus/menus.loaders.ts";
import { OpenOrders, SignedInFrame } from "#features/notifications/signed-in-frame.island.tsx";
import { PurchaseReports } from "#features/payments/commerce/purchase-reports.island.tsx";
import { PAY_FIRST } from "#features/payments/guests.rules.ts";
import { listPaymentMarks } from "#features/payments/payments.loaders.ts";
import { RateLine } from "#features/pricing/components/rate-line.tsx";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { Analytics } from "#features/site/analytics/analytics.island.tsx";
import { defaultCurrency, hidesRoubles, offersWideLayout } from "#features/site/appearance.rules.ts";
import { appearanceScript } from "#features/site/appearance.script.ts";
import { CookieNotice } from "#features/site/components/cookie-notice.island.tsx";
import { FirstVisit } from "#features/site/components/first-visit.island.tsx";
import { Footer } from "#features/site/components/footer.tsx";
import { Header } from "#features/site/components/header.tsx";
import { KeyboardShortcuts } from "#features/site/components/keyboard-shortcuts.island.tsx";
import { PlainLinks } from "#features/site/components/plain-links.island.tsx";
import { Providers } from "#features/site/components/providers.island.tsx";
import { RouteLoader } from "#features/site/components/route-loader.island.tsx";
import { FAILURE_META } from "#features/site/failures/failures.rules.ts";
import { pressScript } from "#features/site/presses.script.ts";
import { typingScript } from "#features/site/typing.script.ts";
import { builtAt, env } from "#lib/env.ts";
import { localeFacts, toLocale } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { socialLinksOf } from "#lib/i18n/social-links.ts";

/** Where visits are counted; nowhere unless the operator says so. */
const counters =
  env.GOOGLE_TAG_ID !== undefined || env.METRICA_ID !== undefined
    ? { googleTagId: env.GOOGLE_TAG_ID, metricaId: env.METRICA_ID }
    : null;

/** Names the last thing of the frame, with which the first paint is whole. */
const FRAME_END = "frame-end";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "site.meta" });
  return {
    metadataBase: new URL(env.PUBLIC_URL),
    title: { default: t("title", { brand: env.BRAND_NAME }), template: `%s · ${env.BRAND_NAME}` },
    description: t("description"),
    manifest: localizedPath(locale, "/manifest.webmanifest"),
    icons: { apple: "/icons/app-apple-180.png" },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#1c1917" },
  ],
};

/** The frame of every page. Nothing here depends on the visitor except the nonce, which only private pages have. */
export default async function LocaleLayout({ children, params }: LayoutProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const t = await getTranslations("site.nav");
  const { failure } = messagesOf(locale).site as Messages;
  const rate = await loadUsdRate();
  const currency = defaultCurrency(locale);
  const menus = await loadMenus(locale);
  return (
    <html
      lang={localeFacts[locale].tag}
      data-currency={currency}
      data-may-hide-rub={hidesRoubles(locale, env.EXPERIMENTS) ? "" : undefined}
      data-may-be-wide={offersWideLayout(env.EXPERIMENTS) ? "" : undefined}
      data-may-pay-first={env.EXPERIMENTS.includes(PAY_FIRST) ? "" : undefined}
      suppressHydrationWarning
    >
      <head>
        {fontFilesOf(locale).map((file) => (
          <link key={file} rel="preload" href={file} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {/* Browsers that know it paint the frame when it is whole, never a half header that moves when the rest is read. */}
        <link rel="expect" href={`#${FRAME_END}`} blocking="render" />
        <meta name={FAILURE_META} content={JSON.stringify(failure)} />
        {/* Before the first paint, so that neither theme nor currency jumps, and before a first press or letter can be lost.
            The text never varies: its hash is its pass. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of our own
          dangerouslySetInnerHTML={{ __html: `${appearanceScript};${pressScript};${typingScript}` }}
        />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t("skip")}
        </a>
        <PageTexts locale={locale}>
          <Providers nonce={nonce} rubPerUsd={rate?.rubPerUsd ?? null}>
            <FirstVisit locale={locale} />
            <RouteLoader />
            <PlainLinks />
            {counters ? <Analytics counters={counters} /> : null}
            <SignedInFrame />
            <Header locale={locale} brand={env.BRAND_NAME} orders={<OpenOrders />} menus={menus} />
            <main id="content" className="flex-1">
              {children}
            </main>
            <Footer
              locale={locale}
              brand={env.BRAND_NAME}
              builtAt={builtAt}
              socialLinks={socialLinksOf(env.SOCIAL_LINKS, locale)}
              support={{ email: env.SUPPORT_EMAIL, hours: env.SUPPORT_HOURS?.replace("-", "–") }}
              paymentMarks={listPaymentMarks(locale)}
              menus={menus}
              note={<RateLine locale={locale} />}
            />
            <CookieNotice />
            <PurchaseReports />
            <KeyboardShortcuts />
          </Providers>
        </PageTexts>
        <span id={FRAME_END} hidden />
      </body>
    </html>
  );
}
