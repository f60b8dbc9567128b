"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import {
  type ChosenService,
  ServiceChoice,
} from "#features/back-office/goods/components/service-choice.island.tsx";
import type {
  AccountTakedownView,
  AccountTakedownList as List,
} from "#features/back-office/ready-accounts/account-takedowns.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Services whose accounts are taken off sale; whoever moves money takes them down and lifts that. */
export function AccountTakedownList({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("backOffice.accountTakedowns");
  const [asked, setAsked] = useState<AccountTakedownView | "new" | null>(null);
  const heading = useId();
  const query = useDeskItem<List>("desk/ready-accounts/takedowns");
  const { data } = query;
  const close = () => setAsked(null);
  return (
    <section aria-labelledby={heading} className="mb-6 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 id={heading} className="font-semibold">
            {t("title")}
          </h2>
          <p className="text-muted text-sm">{t("lead")}</p>
        </div>
        {mayChange ? (
          <Button tone="danger" onClick={() => setAsked("new")}>
            {t("add")}
          </Button>
        ) : null}
      </div>
      {data ? (
        <Card className="overflow-hidden">
          {data.items.length === 0 ? <EmptyState title={t("empty")} /> : null}
          <ul className="divide-y divide-line">
            {data.items.map((one) => (
              <li key={one.id}>
                <TakedownRow takedown={one} onLift={mayChange ? () => setAsked(one) : null} />
              </li>
            ))}
          </ul>
        </Card>
      ) : (
        <NotThere query={query} rows={1} />
      )}
      {asked === "new" ? <TakeDownDialog onClose={close} /> : null}
      {asked !== null && asked !== "new" ? <LiftDialog takedown={asked} onClose={close} /> : null}
    </section>
  );
}

type TakedownRowProps = { takedown: AccountTakedownView; onLift: (() => void) | null };

function TakedownRow({ takedown, onLift }: TakedownRowProps) {
  const t = useTranslations("backOffice.accountTakedowns");
  const { service, reason, by, since, withdrawnCount, givenBackCount } = takedown;
  return (
    <DeskRow
      main={
        <>
          <p className="font-semibold">{service.name}</p>
          <p className="wrap-anywhere text-muted">{reason}</p>
          <p className="text-muted">
            {t("did", { withdrawn: formatNumber(withdrawnCount), refunded: formatNumber(givenBackCount) })}
          </p>
          <p className="text-muted">
            <PersonName person={by} /> · <Moment at={since} />
          </p>
        </>
      }
      aside={onLift ? <Button onClick={onLift}>{t("lift")}</Button> : null}
    />
  );
}

function LiftDialog({ takedown, onClose }: { takedown: AccountTakedownView; onClose: () => void }) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t("accountTakedowns.lift")}: ${takedown.service.name}`}
      facts={[]}
      warning={t("accountTakedowns.liftWarning")}
      submit={t("accountTakedowns.lift")}
      reason={{ label: t("reason") }}
      call={(reason) => ({
        ...{ path: `desk/ready-accounts/takedowns/${takedown.id}/lift`, isKeyed: true },
        body: { reason },
      })}
      onClose={onClose}
    />
  );
}

function TakeDownDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [service, setService] = useState<ChosenService | null>(null);
  return (
    <ConfirmAction
      title={t("accountTakedowns.add")}
      facts={[]}
      warning={t("accountTakedowns.addWarning")}
      submit={t("accountTakedowns.add")}
      isDanger
      reason={{ label: t("reason") }}
      call={(reason) =>
        service === null
          ? null
          : {
              ...{ path: "desk/ready-accounts/takedowns", isKeyed: true },
              body: { serviceCode: service.code, reason },
            }
      }
      onClose={onClose}
    >
      <ServiceChoice label={t("accountTakedowns.service")} value={service} onChange={setService} />
    </ConfirmAction>
  );
}
