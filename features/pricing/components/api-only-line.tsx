import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";

const COUNTRIES_NAMED = 12;

/** Says which countries of a service are sold through the API alone, and where that is told about. Nothing without any. */
export function ApiOnlyLine({ countries }: { countries: readonly string[] }) {
  const t = useTranslations("pricing.list");
  if (countries.length === 0) return null;
  const named = countries.slice(0, COUNTRIES_NAMED).join(", ");
  return (
    <p className="-mt-3 mb-6 text-muted text-sm">
      {t("apiOnly", { countries: countries.length > COUNTRIES_NAMED ? `${named}, …` : named })}{" "}
      <LocaleLink href="/docs" className="text-link underline">
        {t("apiOnlyLink")}
      </LocaleLink>
    </p>
  );
}
