import { CalendarClock } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { againPath } from "#features/rentals/my-rentals/again.rules.ts";
import type { RentalView } from "#features/rentals/rentals.contract.ts";

/** The way from a rental that has ended to the next one of the same service and country, for the same time. */
export function RentAgain({ rental }: { rental: RentalView }) {
  const t = useTranslations("rentals.myNumbers");
  return (
    <LocaleLink
      href={againPath(rental)}
      aria-label={t("rentAgainLabel", { service: rental.service.name, country: rental.country.name })}
      className={buttonClasses("plain", "sm")}
    >
      <CalendarClock aria-hidden="true" className="size-4" />
      {t("rentAgain")}
    </LocaleLink>
  );
}
