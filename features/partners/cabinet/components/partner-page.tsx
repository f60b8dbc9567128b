import type { ReactNode } from "react";
import { findPartner, type Partner } from "#features/partners/cabinet/cabinet.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageNotFound } from "#lib/http/page-response.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A page of the cabinet, for a partner proven by this very call. For anybody else who is signed in there is none (404). */
export function partnerPage(
  locale: Locale,
  render: (partner: Partner) => ReactNode | Promise<ReactNode>,
): Promise<ReactNode> {
  return guardPage(async () => {
    const partner = await findPartner(locale);
    if (partner) return render(partner);
    pageNotFound();
    return <NotFoundView />;
  });
}
