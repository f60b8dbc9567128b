import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Pictogram } from "#components/ui/pictogram.tsx";
import { FooterAccount } from "#features/site/components/footer-account.island.tsx";
import { KeyboardHelpButton } from "#features/site/components/keyboard-help-button.island.tsx";
import { Paw } from "#features/site/components/logo.tsx";
import { allLinks, EntryLink, langOfMenu } from "#features/site/components/menu-links.tsx";
import { SocialLinks } from "#features/site/components/social-links.tsx";
import { type Menu, ownEntries, type SiteMenus } from "#features/site/menus.rules.ts";
import { documentLinks, footerAccountLinks, mainMenu } from "#features/site/navigation.rules.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import type { SocialLink } from "#lib/i18n/social-links.ts";

const linkClasses = "touch inline-flex items-center text-muted text-sm hover:text-text hover:underline";

/** By the number of columns with links, beside the brand's and the account's. */
const widths: Readonly<Record<number, string>> = {
  2: "lg:grid-cols-[2fr_1fr_1fr_1fr]",
  3: "lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]",
  4: "lg:grid-cols-[2fr_1fr_1fr_1fr_1fr_1fr]",
};

type FooterProps = {
  locale: Locale;
  brand: string;
  builtAt: string | undefined;
  /** Where the operator is found elsewhere, for the readers of this language. */
  socialLinks: readonly SocialLink[];
  /** Where help is asked for, and from when to when (UTC) somebody answers there. */
  support: { readonly email: string; readonly hours: string | undefined };
  /** Marks of the ways to pay: paths of pictures and what they stand for. */
  paymentMarks: { mark: string; name: string }[];
  /** What editors have written instead of the product's own. */
  menus: SiteMenus;
  /** A line beside the small print. */
  note?: ReactNode;
};

/** The page's end: menus, payment marks, social links of the language, and when this build was made. */
export async function Footer({
  locale,
  brand,
  builtAt,
  socialLinks,
  support,
  paymentMarks,
  menus,
  note,
}: FooterProps) {
  const t = await getTranslations("site");
  const tContent = await getTranslations("content");
  const product = [
    ...ownEntries(mainMenu, (key) => t(`nav.${key}`)),
    { key: "partners", label: t("footer.partners"), href: "/partner-program", children: [] },
    { key: "feedback", label: t("footer.feedback"), href: "/feedback", children: [] },
  ];
  const documents = ownEntries(documentLinks, (key) => tContent(`${key}.title`));
  const columns = [
    ...(menus.footer.length > 0
      ? menus.footer.map((menu, at) => ({ key: `menu ${at}`, menu }))
      : [{ key: "product", menu: { title: t("footer.product"), language: locale, entries: product } }]),
    {
      key: "documents",
      menu: menus.documents ?? { title: t("footer.documents"), language: locale, entries: documents },
    },
  ];
  return (
    <footer className="mt-12 border-line border-t bg-surface [contain-intrinsic-size:auto_64rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_21rem]">
      <div className={cx("frame grid gap-8 py-10 sm:grid-cols-2", widths[columns.length])}>
        <div>
          <div className="flex items-center gap-2.5 font-bold text-lg">
            <Paw /> {brand}
          </div>
          <p className="mt-3 max-w-sm text-muted text-sm">{t("footer.about")}</p>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 text-muted text-sm">
            <a href={`mailto:${support.email}`} className={linkClasses}>
              {support.email}
            </a>
            {support.hours ? <span>{t("footer.hours", { hours: support.hours })}</span> : null}
          </p>
          {paymentMarks.length > 0 ? (
            <ul aria-label={t("footer.payments")} className="mt-4 flex max-w-sm flex-wrap gap-2">
              {paymentMarks.map(({ mark, name }) => (
                <li key={mark}>
                  <Pictogram src={mark} label={name} width={36} height={24} className="h-6 w-9" />
                </li>
              ))}
            </ul>
          ) : null}
          <SocialLinks
            label={t("footer.social")}
            links={menus.social ?? socialLinks}
            linkClasses={linkClasses}
          />
        </div>
        {columns.map(({ key, ...column }) => (
          <LinkColumn key={key} {...column} locale={locale} />
        ))}
        <nav aria-label={t("footer.account")}>
          <h2 className="font-semibold text-sm">{t("footer.account")}</h2>
          <FooterAccount linkClasses={linkClasses} {...footerAccountLinks} />
        </nav>
      </div>
      <div className="border-line border-t">
        <div className="frame flex flex-wrap justify-between gap-2 py-4 text-faint text-xs">
          <p>{t("footer.legal", { brand })}</p>
          {note}
          <KeyboardHelpButton className="touch hover:text-text hover:underline max-lg:hidden" />
          {builtAt ? (
            <p>
              {t("footer.built")}{" "}
              <time dateTime={builtAt}>{formatMoment(locale, new Date(builtAt), "UTC")} UTC</time>
            </p>
          ) : null}
        </div>
      </div>
    </footer>
  );
}

function LinkColumn({ menu, locale }: { menu: Menu; locale: Locale }) {
  return (
    <nav aria-label={menu.title} lang={langOfMenu(menu, locale)}>
      <h2 className="font-semibold text-sm">{menu.title}</h2>
      <ul className="mt-2 grid gap-1.5">
        {allLinks(menu.entries).map(({ key, ...link }) => (
          <li key={key}>
            <EntryLink link={link} className={linkClasses} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
