import { ShieldAlert } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { MessagePage } from "#components/layout/message-page.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { type DeskVisitor, findDeskVisitor } from "#features/back-office/back-office.loaders.ts";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageNotFound, setPageStatus } from "#lib/http/page-response.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type Staff = Extract<DeskVisitor, { kind: "staff" }>;

/**
 * A page of the desk. Who is signed out is asked to sign in, as on every page that is somebody's, and comes back here; for a
 * user there is no such page (404), whatever cookies come along; staff without a second factor are told where to set one up
 * (403).
 */
export function deskPage(render: (staff: Staff) => ReactNode | Promise<ReactNode>): Promise<ReactNode> {
  return guardPage(async () => {
    const visitor = await findDeskVisitor();
    if (visitor.kind === "staff") return render(visitor);
    if (visitor.kind === "stranger") {
      await requireViewer(localeFromTag(await getLocale()));
      pageNotFound();
      return <NotFoundView />;
    }
    setPageStatus(403);
    return <DeskRefusal kind={visitor.kind} />;
  });
}

/** Where there is nothing of the number in the address. */
export function DeskNothing() {
  pageNotFound();
  return <NotFoundView />;
}

async function DeskRefusal({ kind }: { kind: "without-second-factor" | "without-permission" }) {
  const t = await getTranslations("backOffice.refusal");
  return (
    <MessagePage
      figure={<ShieldAlert aria-hidden="true" className="size-12 text-warn" />}
      title={t(kind === "without-permission" ? "permissionTitle" : "factorTitle")}
      action={
        kind === "without-permission" ? undefined : (
          <LocaleLink href="/profile/settings/security" className={buttonClasses("accent", "lg")}>
            {t("toSettings")}
          </LocaleLink>
        )
      }
    >
      {t(kind === "without-permission" ? "permissionText" : "factorText")}
    </MessagePage>
  );
}
