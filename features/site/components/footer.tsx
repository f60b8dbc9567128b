import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Pictogram } from "#components/ui/pictogram.tsx";
import { FooterAccount } from "#features/site/components/footer-account.island.tsx";
import { KeyboardHelpButton } from "#features/site/components/keyboard-help-button.island.tsx";
import { Paw } from "#features/site/components/logo.tsx";
import { SocialLinks } from "#features/site/components/social-links.tsx";
import { documentLinks, footerAccountLinks, mainMenu } from "#features/site/navigation.rules.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import type { SocialLink } from "#lib/i18n/social-links.ts";

const linkClasses = "touch inline-flex items-center text-muted text-sm hover:text-text hover:underline";

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
  note,
}: FooterProps) {
  const t = await getTranslations("site");
  const tContent = await getTranslations("content");
  return (
    <footer className="mt-12 border-line border-t bg-surface">
      <div className="frame grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
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
          <SocialLinks label={t("footer.social")} links={socialLinks} linkClasses={linkClasses} />
        </div>
        <nav aria-label={t("footer.product")}>
          <h2 className="font-semibold text-sm">{t("footer.product")}</h2>
          <ul className="mt-2 grid gap-1.5">
            {mainMenu.map((link) => (
              <li key={link.key}>
                <LocaleLink href={link.href} className={linkClasses}>
                  {t(`nav.${link.key}`)}
                </LocaleLink>
              </li>
            ))}
            <li>
              <LocaleLink href="/partner-program" className={linkClasses}>
                {t("footer.partners")}
              </LocaleLink>
            </li>
            <li>
              <LocaleLink href="/feedback" className={linkClasses}>
                {t("footer.feedback")}
              </LocaleLink>
            </li>
          </ul>
        </nav>
        <nav aria-label={t("footer.documents")}>
          <h2 className="font-semibold text-sm">{t("footer.documents")}</h2>
          <ul className="mt-2 grid gap-1.5">
            {documentLinks.map((link) => (
              <li key={link.key}>
                <LocaleLink href={link.href} className={linkClasses}>
                  {tContent(`${link.key}.title`)}
                </LocaleLink>
              </li>
            ))}
          </ul>
        </nav>
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
