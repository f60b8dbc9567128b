"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { AppealForm } from "#features/partners/fines/components/appeal-form.island.tsx";
import { useFines } from "#features/partners/fines/fines.client.ts";
import type { FineView } from "#features/partners/fines/fines.contract.ts";
import type { FineState } from "#features/partners/fines.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** The partner's fines with reason, sum and state, and the appeal while there is time; nothing for who was never fined. */
export function FinesSection() {
  const t = useTranslations("partners.fines");
  const id = useId();
  const fines = useFines();
  const shown = fines.data?.pages.flatMap(({ items }) => items) ?? [];
  if (!fines.error && shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="grid gap-4 p-5 sm:p-6">
        <h2 id={id} className="font-semibold text-lg">
          {t("title")}
        </h2>
        <p className="text-muted text-sm">{t("lead")}</p>
        {fines.error ? <QueryFailure query={fines} /> : null}
        <ul className="grid gap-5">
          {shown.map((fine) => (
            <FineRow key={fine.id} fine={fine} />
          ))}
        </ul>
        {fines.hasNextPage ? (
          <Button
            className="w-fit"
            busy={fines.isFetchingNextPage}
            onClick={() => void fines.fetchNextPage()}
          >
            {t("more")}
          </Button>
        ) : null}
      </Card>
    </section>
  );
}

const tones: Readonly<Record<FineState, Tone>> = {
  announced: "warn",
  appealed: "info",
  due: "bad",
  taken: "neutral",
  cancelled: "good",
};

function FineRow({ fine }: { fine: FineView }) {
  const t = useTranslations("partners.fines");
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  const money = useMoneyText();
  const moment = (at: string) => formatMoment(locale, new Date(at), timeZone);
  const [isAppealing, setAppealing] = useState(false);
  const row = useFocusBack<HTMLLIElement>(isAppealing);
  return (
    <li ref={row} className="grid gap-2 border-line border-t pt-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p tabIndex={-1} className="font-semibold outline-none">
          {t(`causes.${fine.cause}`)}
        </p>
        <span className="flex items-center gap-2">
          <RatedMoney kopecks={fine.amountKopecks} className="font-semibold" />
          <Badge tone={tones[fine.state]}>{t(`states.${fine.state}`)}</Badge>
        </span>
      </div>
      <p className="text-muted">
        {t.rich("announced", { id: String(fine.id), moment: () => <Moment at={fine.announcedAt} /> })}
        {fine.orderId === null ? null : ` · ${t("order", { id: String(fine.orderId) })}`}
      </p>
      <Words text={fine.words} />
      {fine.state === "due" ? (
        <p className="text-warn">
          {t("rest", { amount: money.both(fine.amountKopecks - fine.reservedKopecks) })}
        </p>
      ) : null}
      {fine.appeal ? (
        <div>
          <p className="text-muted">{t("yourAppeal")}</p>
          <Words text={fine.appeal} />
        </div>
      ) : null}
      {fine.decision ? (
        <div>
          <p className="text-muted">{t("decision")}</p>
          <Words text={fine.decision} />
        </div>
      ) : null}
      {fine.mayAppeal ? (
        <AppealForm
          fineId={fine.id}
          until={moment(fine.appealUntil)}
          isOpen={isAppealing}
          onOpen={() => setAppealing(true)}
          onSent={() => setAppealing(false)}
        />
      ) : null}
    </li>
  );
}

function Words({ text }: { text: string }) {
  return (
    <p>
      <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>
    </p>
  );
}
