import { Search } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { siteSearchCharacters } from "#features/site/site.rules.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type SearchFormProps = {
  /** Which of the page's tabs it leads to. */
  tab: string;
  /** What stands in the field already. */
  text?: string;
  /** What can be typed; missing = whatever the site has. */
  placeholder?: string;
};

/** A field that leads to the page of the search, at one of its tabs, without any script. */
export function SearchForm({ tab, text = "", placeholder }: SearchFormProps) {
  const t = useTranslations("content.search");
  const locale = localeFromTag(useLocale());
  const label = placeholder ?? t("placeholder");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches, which the search element is not everywhere yet
    <form
      // What was typed does not stay in the field when a link leads to another search.
      key={text}
      role="search"
      method="get"
      action={localizedPath(locale, "/search")}
      className="mb-4 flex max-w-3xl gap-2"
    >
      {tab === "all" ? null : <input type="hidden" name="tab" value={tab} />}
      <IconInput
        type="search"
        name="q"
        icon={<Search className="size-4" />}
        defaultValue={text}
        placeholder={label}
        aria-label={label}
        maxLength={siteSearchCharacters}
        required
        enterKeyHint="search"
        frameClassName="min-w-0 flex-1"
      />
      <Button type="submit" tone="accent">
        {t("submit")}
      </Button>
    </form>
  );
}
