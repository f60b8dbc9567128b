import "server-only";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import type { CabinetOverview } from "#features/partners/cabinet/cabinet.contract.ts";
import { readCabinetOverview } from "#features/partners/cabinet/cabinet.reads.ts";
import { partnerPages } from "#features/site/partner-pages.rules.ts";
import { findPartnerSupplier, type PartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";

/** A partner and the supplier of its own. */
export type Partner = { readonly userId: UserId; readonly supplier: PartnerSupplier };

/**
 * The partner who asks for a page, proven by the session, or null for anybody else who is signed in. A guest is sent to sign in and
 * comes back. Read once per page.
 */
export const findPartner = cache(async (locale: Locale): Promise<Partner | null> => {
  const { userId, isPartner } = await requireViewer(locale);
  const supplier = isPartner ? await findPartnerSupplier(pageDb(), userId) : null;
  return supplier && { userId, supplier };
});

type PageProps = { params: Promise<{ locale: string }> };

/** Head of a page of the cabinet, named as its row says: in no index. A stranger is not told its name. */
export function partnerMetadata(path: (typeof partnerPages)[number]["path"]) {
  const name = partnerPages.find((page) => page.path === path)?.name ?? "overview";
  return async ({ params }: PageProps): Promise<Metadata> => {
    const locale = toLocale((await params).locale);
    const robots = { index: false, follow: false };
    if (!(await findPartner(locale))) {
      const t = await getTranslations({ locale, namespace: "site.notFound" });
      return { title: t("metaTitle"), robots };
    }
    const t = await getTranslations({ locale, namespace: "partners.cabinet" });
    return { title: `${t(`nav.${name}`)} · ${t("title")}`, robots };
  };
}

/** What a proven partner's numbers do at this moment. */
export function loadCabinetOverview({ supplier }: Partner): Promise<CabinetOverview> {
  return readCabinetOverview(pageDb(), supplier);
}
