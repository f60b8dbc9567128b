"use client";

import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { guestMenu, profileMenu } from "#features/site/navigation.rules.ts";
import { useVisitor } from "#features/site/visitor.client.ts";

const userLinks = profileMenu.filter(({ isInFooter }) => isInFooter);

/** The account's links at the page's end: the doors for a guest, the own pages for who is signed in. */
export function FooterAccount({ linkClasses }: { linkClasses: string }) {
  const t = useTranslations("site.account");
  const { visitor } = useVisitor();
  return (
    <ul className="mt-2 grid content-start gap-1.5">
      {(visitor ? userLinks : guestMenu).map(({ href, key }) => (
        <li key={key}>
          <LocaleLink href={href} className={linkClasses}>
            {t(key)}
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}
