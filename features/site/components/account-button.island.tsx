"use client";

import { User } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { buttonClasses } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { iconButtonClasses } from "#components/ui/icon-button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { OpenShops } from "#features/site/navigation.rules.ts";
import { useVisitor } from "#features/site/visitor.client.ts";

/** In the place of a menu that could not be loaded: the account can be reached all the same. */
function ProfileLink() {
  const t = useTranslations("site.account");
  return (
    <LocaleLink href="/profile" aria-label={t("menu")} className={iconButtonClasses}>
      <User aria-hidden="true" className="size-5" />
    </LocaleLink>
  );
}

/** Guests load nothing of an account's menu. Until it is there its place is kept. */
const UserButton = dynamic(
  () =>
    import("#features/site/components/user-button.island.tsx")
      .then((module) => module.UserButton)
      .catch(() => ProfileLink),
  { ssr: false, loading: () => <span className="size-10 sm:w-32" /> },
);

/** One way in on phones, whose menu has both; login and registration on wide screens. */
function GuestButton() {
  const t = useTranslations("site.account");
  return (
    <>
      <LocaleLink
        href="/authorization"
        aria-label={t("login")}
        className={cx(iconButtonClasses, "lg:hidden")}
      >
        <User aria-hidden="true" className="size-5" />
      </LocaleLink>
      <LocaleLink href="/authorization" className={buttonClasses("quiet", "md", "hidden lg:inline-flex")}>
        {t("login")}
      </LocaleLink>
      <LocaleLink href="/registration" className={buttonClasses("plain", "md", "hidden lg:inline-flex")}>
        {t("register")}
      </LocaleLink>
    </>
  );
}

/** Profile button: login and registration for guests, balance and account menu for users. Guests are assumed until the API says more. */
export function AccountButton(shops: OpenShops) {
  const { visitor } = useVisitor();
  return visitor ? <UserButton {...shops} /> : <GuestButton />;
}
