import { useLocale, useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import type { Excerpt } from "#features/content/site-search/excerpts.rules.ts";
import { rowOf, type SearchGroup, type SearchHit } from "#features/content/site-search/site-search.rules.ts";
import { localeFacts, localeFromTag } from "#lib/i18n/locales.ts";

/** The hits of a kind: texts with some of their lines one below the other, services and countries side by side. */
export function SearchHits({ group: { kind, hits } }: { group: SearchGroup }) {
  if (rowOf(kind).isText)
    return (
      <ul className="grid max-w-3xl gap-3">
        {hits.map((hit) => (
          <TextHit key={hit.href} hit={hit} />
        ))}
      </ul>
    );
  return (
    <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
      {hits.map((hit) => (
        <GoodsHit key={hit.href} hit={hit} />
      ))}
    </ul>
  );
}

function GoodsHit({ hit: { kind, href, title, icon } }: { hit: SearchHit }) {
  return (
    <li>
      <LocaleLink
        href={href}
        className="touch flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-3 font-medium hover:border-line-strong"
      >
        {kind === "countries" && icon ? (
          <Flag src={icon} />
        ) : (
          <ServiceMark icon={icon} name={title} size="sm" />
        )}
        <span className="wrap-anywhere min-w-0">{title}</span>
      </LocaleLink>
    </li>
  );
}

function TextHit({ hit: { href, title, language, excerpt } }: { hit: SearchHit }) {
  const t = useTranslations("content.search");
  const locale = localeFromTag(useLocale());
  return (
    <li
      lang={localeFacts[language].tag}
      className="wrap-anywhere grid gap-1 rounded-lg border border-line bg-surface p-4"
    >
      <h3 className="font-semibold text-base">
        <LocaleLink href={href} className="text-link underline">
          {title}
        </LocaleLink>
      </h3>
      {excerpt && excerpt.length > 0 ? <ExcerptLine excerpt={excerpt} /> : null}
      {language === locale ? null : (
        <p lang={localeFacts[locale].tag} className="text-muted text-sm">
          {t("onlyEnglish")}
        </p>
      )}
    </li>
  );
}

function ExcerptLine({ excerpt }: { excerpt: Excerpt }) {
  return (
    <p className="text-muted">
      {excerpt.map(({ text, isMatch }, at) =>
        isMatch ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order
          <mark key={at} className="bg-transparent font-semibold text-text">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
