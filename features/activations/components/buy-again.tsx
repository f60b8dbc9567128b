import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { ActivationView } from "#features/activations/activations.contract.ts";

/** The way from a number that has ended to the next one of the same service and country. */
export function BuyAgain({
  number: { service, country },
}: {
  number: Pick<ActivationView, "service" | "country">;
}) {
  const t = useTranslations("activations.myNumbers");
  return (
    <LocaleLink
      href={`/${service.slug}?country=${country.slug}`}
      aria-label={t("buyAgainLabel", { service: service.name, country: country.name })}
      className={buttonClasses("plain", "sm")}
    >
      <RotateCcw aria-hidden="true" className="size-4" />
      {t("buyAgain")}
    </LocaleLink>
  );
}
