"use client";

import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { NavLink } from "#features/site/navigation.rules.ts";
import { useVisitor } from "#features/site/visitor.client.ts";

type FooterAccountProps = {
  linkClasses: string;
  /** The doors. */
  guestLinks: readonly NavLink[];
  /** The own pages of who is signed in. */
  userLinks: readonly NavLink[];
};

/** The account's links at the page's end. They are handed in, so that no page loads the whole manifest of pages for them. */
export function FooterAccount({ linkClasses, guestLinks, userLinks }: FooterAccountProps) {
  const t = useTranslations("site.account");
  const { visitor } = useVisitor();
  return (
    <ul className="mt-2 grid content-start gap-1.5">
      {(visitor ? userLinks : guestLinks).map(({ href, key }) => (
        <li key={key}>
          <LocaleLink href={href} className={linkClasses}>
            {t(key)}
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}
