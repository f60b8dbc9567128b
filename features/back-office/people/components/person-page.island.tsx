"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { AgreedPricesPanel } from "#features/back-office/agreed-prices/agreed-prices.island.tsx";
import { useDeskItem, useDeskList } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { FactorRemovals } from "#features/back-office/factor-removals/factor-removals.island.tsx";
import { LimitsPanel } from "#features/back-office/limits/limits-panel.island.tsx";
import { PersonNumbers } from "#features/back-office/people/components/person-numbers.island.tsx";
import { PersonRoles } from "#features/back-office/people/components/person-roles.island.tsx";
import type { PersonDetails, WalletLine } from "#features/back-office/people/people.contract.ts";

type PersonPageProps = { id: number; isSelf: boolean; mayMoveMoney: boolean };

/** One user: money, rights, and the wallet's history. */
export function PersonPage({ id, isSelf, mayMoveMoney }: PersonPageProps) {
  const t = useTranslations("backOffice");
  const query = useDeskItem<PersonDetails>(`desk/people/${id}`);
  const { data } = query;
  if (!data) return <NotThere query={query} rows={8} />;
  return (
    <div className="grid gap-6">
      <Money person={data} />
      <About person={data} isSelf={isSelf} />
      <PersonRoles person={data} mayChange={mayMoveMoney && !isSelf} />
      <LimitsPanel id={id} email={data.email} isSelf={isSelf} />
      <AgreedPricesPanel id={id} email={data.email} mayChange={mayMoveMoney && !isSelf} />
      <FactorRemovals
        id={id}
        email={data.email}
        isRemovable={data.hasSecondFactor && !data.isStaff && !isSelf}
        maySign={mayMoveMoney}
      />
      <section aria-labelledby="person-numbers" className="grid gap-3">
        <h2 id="person-numbers" className="font-semibold text-lg">
          {t("person.numbers")}
        </h2>
        <PersonNumbers id={id} />
      </section>
      <section aria-labelledby="person-ledger" className="grid gap-3">
        <h2 id="person-ledger" className="font-semibold text-lg">
          {t("person.history")}
        </h2>
        <WalletLines id={id} />
      </section>
    </div>
  );
}

function Money({ person }: { person: PersonDetails }) {
  const t = useTranslations("backOffice");
  const figures: [string, number, string?][] = [
    [t("person.available"), person.wallet.availableKopecks],
    [t("person.held"), person.wallet.heldKopecks],
    [t("person.debt"), person.debtKopecks, person.debtKopecks > 0 ? "text-bad" : ""],
    [t("person.referral"), person.referral.availableKopecks],
    [t("person.toppedUp"), person.toppedUpKopecks],
  ];
  return (
    <Card className="grid grid-cols-2 gap-x-6 gap-y-4 p-5 sm:grid-cols-3 xl:grid-cols-5">
      {figures.map(([label, kopecks, tone]) => (
        <div key={label} className="grid gap-0.5">
          <p className="text-muted text-sm">{label}</p>
          <p className={`tabular font-semibold text-lg ${tone ?? ""}`}>{displayRoubles(kopecks)}</p>
        </div>
      ))}
    </Card>
  );
}

function About({ person, isSelf }: { person: PersonDetails; isSelf: boolean }) {
  const t = useTranslations("backOffice");
  const [isAsking, setAsking] = useState(false);
  const { flags } = person;
  const shown = (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag]);
  return (
    <Card className="grid gap-5 p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="break-all font-semibold text-lg">{person.email}</h2>
        {person.isStaff ? <Badge tone="info">{t("person.staff")}</Badge> : null}
        {person.isSuspended ? <Badge tone="bad">{t("person.suspended")}</Badge> : null}
        {shown.map((flag) => (
          <Badge key={flag}>{t(`person.flags.${flag}`)}</Badge>
        ))}
      </div>
      <Facts
        facts={[
          [t("filters.userId"), person.id],
          [t("person.name"), person.name],
          [
            t("person.externalId"),
            <code key="id" className="break-all font-mono text-xs">
              {person.externalId}
            </code>,
          ],
          [t("person.since"), <Moment key="since" at={person.createdAt} form="date" />],
          [t("person.suspendedAt"), person.suspendedAt && <Moment at={person.suspendedAt} />],
          [t("person.language"), person.locale],
          [t("person.country"), person.countryIso2],
          [t("person.sessions"), person.sessionsCount],
          [t("person.openOrders"), person.openOrdersCount],
          [t("person.secondFactor"), t(person.hasSecondFactor ? "yes" : "no")],
          [t("person.apiKey"), t(person.hasApiKey ? "yes" : "no")],
        ]}
      />
      {person.isStaff || isSelf ? null : (
        <Button
          tone={person.isSuspended ? "plain" : "danger"}
          className="w-fit"
          onClick={() => setAsking(true)}
        >
          {t(person.isSuspended ? "person.letIn" : "person.suspend")}
        </Button>
      )}
      {isAsking ? (
        <ConfirmAction
          title={t(person.isSuspended ? "person.letIn" : "person.suspend")}
          facts={[
            [t("facts.user"), person.email],
            [t("person.available"), displayRoubles(person.wallet.availableKopecks)],
            [t("person.openOrders"), person.openOrdersCount],
          ]}
          warning={t(person.isSuspended ? "person.letInWarning" : "person.suspendWarning")}
          submit={t(person.isSuspended ? "person.letIn" : "person.suspend")}
          isDanger={!person.isSuspended}
          reason={{ label: t("reason") }}
          call={(reason) => ({
            path: `desk/people/${person.id}/suspend`,
            body: { isSuspended: !person.isSuspended, reason },
          })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}

const signed = (kopecks: number) => `${kopecks < 0 ? "−" : "+"}${displayRoubles(Math.abs(kopecks))}`;

function WalletLines({ id }: { id: number }) {
  const t = useTranslations("backOffice");
  const ledger = useTranslations("ledger");
  const query = useDeskList<WalletLine>(`desk/people/${id}/ledger`);
  return (
    <DeskList query={query} empty={t("ledger.empty")}>
      {(line) => (
        <DeskRow
          main={
            <>
              <p className="font-medium">
                {ledger(`kinds.${line.kind}`)}{" "}
                <span className="text-muted">· {t(`phases.${line.phase}`)}</span>
              </p>
              <p className="break-all font-mono text-muted text-xs">{line.reference}</p>
              <p className="text-muted">
                <Moment at={line.at} />
              </p>
            </>
          }
          aside={
            <div className="grid gap-0.5 sm:justify-items-end">
              {line.postedKopecks === 0 ? null : (
                <p className="tabular font-semibold">{signed(line.postedKopecks)}</p>
              )}
              {line.heldKopecks === 0 ? null : (
                <p className="tabular text-muted">
                  {t("person.heldMove", { amount: signed(line.heldKopecks) })}
                </p>
              )}
              <p className="tabular text-muted text-xs">
                {t("person.after", {
                  posted: displayRoubles(line.postedAfterKopecks),
                  held: displayRoubles(line.heldAfterKopecks),
                })}
              </p>
            </div>
          }
        />
      )}
    </DeskList>
  );
}
