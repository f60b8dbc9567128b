import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";

type OldRateProps = { rate: NonNullable<Overview["oldRate"]> };

/** The rate of the dollar that no bank has confirmed for a day, and the way to set one. */
export function OldRate({ rate: { rubPerUsd, heardAt } }: OldRateProps) {
  const t = useTranslations("backOffice.overview.oldRate");
  return (
    <Notice tone="warn" title={t("title")}>
      <p>
        {t.rich("text", { rate: rubPerUsd, moment: () => <Moment at={heardAt} form="date" /> })}{" "}
        <LocaleLink href="/desk/rates" className="touch font-medium text-link underline">
          {t("open")}
        </LocaleLink>
      </p>
    </Notice>
  );
}
