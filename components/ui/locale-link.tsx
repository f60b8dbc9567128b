import Link from "next/link";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type LocaleLinkProps = Omit<ComponentProps<typeof Link>, "href"> & { href: string };

/** A link to one of our pages in the page's language. `href` carries no locale. Not prefetched: pages are cached. */
export function LocaleLink({ href, ...rest }: LocaleLinkProps) {
  const locale = localeFromTag(useLocale());
  return <Link prefetch={false} {...rest} href={localizedPath(locale, href)} />;
}
