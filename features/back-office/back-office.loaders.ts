import "server-only";
import type { Metadata } from "next";
import { cookies as requestCookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { findSession } from "#features/identity/sessions/sessions.reads.ts";
import { sessionCookieName } from "#features/identity/sessions/sessions.rules.ts";
import { deskPages } from "#features/site/desk-pages.rules.ts";
import { isPermitted, type StaffPermission, type UserId } from "#lib/api/actor.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { isHttps } from "#lib/https.ts";
import { toLocale } from "#lib/i18n/locales.ts";

/** Who looks at a page of the desk. `stranger`: somebody for whom there is no desk. */
export type DeskVisitor =
  | { readonly kind: "stranger" }
  | { readonly kind: "without-second-factor" }
  | { readonly kind: "without-permission" }
  | { readonly kind: "staff"; readonly staffId: UserId; readonly permission: StaffPermission };

/** Proves the session, the role, the second factor and the permission, as the API's gate does. Read once per page. */
export const findDeskVisitor = cache(async (): Promise<DeskVisitor> => {
  const token = (await requestCookies()).get(sessionCookieName(isHttps))?.value;
  const session = token ? await findSession(pageDb(), token) : null;
  if (!session?.staff) return { kind: "stranger" };
  const { permission, secondFactorAgeSeconds } = session.staff;
  if (secondFactorAgeSeconds === null) return { kind: "without-second-factor" };
  if (permission === null || !isPermitted(permission, "support")) return { kind: "without-permission" };
  return { kind: "staff", staffId: session.userId, permission };
});

type PageProps = { params: Promise<{ locale: string }> };

/** Head of a page of the desk, named as its row says: in no index. A stranger is not told its name. */
export function deskMetadata(path: (typeof deskPages)[number]["path"]) {
  const name = deskPages.find((page) => page.path === path)?.name;
  return async ({ params }: PageProps): Promise<Metadata> => {
    const locale = toLocale((await params).locale);
    const robots = { index: false, follow: false };
    const visitor = await findDeskVisitor();
    if (visitor.kind === "stranger") {
      const t = await getTranslations({ locale, namespace: "site.notFound" });
      return { title: t("metaTitle"), robots };
    }
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return { title: `${t(`nav.${name}`)} · ${t("title")}`, robots };
  };
}
