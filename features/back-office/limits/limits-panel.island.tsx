"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { Choice, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { PersonLimits } from "#features/back-office/limits/limits.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type Asking = "ban" | "lift" | "grant";

/** What a user may have open, why, and the bans; the staff change it here. */
export function LimitsPanel({ id, email, isSelf }: { id: number; email: string; isSelf: boolean }) {
  const t = useTranslations("backOffice.limits");
  const query = useDeskItem<PersonLimits>(`desk/people/${id}/limits`);
  const { data } = query;
  const [asking, setAsking] = useState<Asking | null>(null);
  return (
    <section aria-labelledby="person-limits" className="grid gap-3">
      <h2 id="person-limits" className="font-semibold text-lg">
        {t("title")}
      </h2>
      {data ? null : <NotThere query={query} rows={3} />}
      {data ? (
        <Card className="grid gap-5 p-5">
          <Standing limits={data} />
          {isSelf ? null : (
            <div className="flex flex-wrap gap-2">
              {data.bannedUntil === null ? (
                <Button tone="danger" onClick={() => setAsking("ban")}>
                  {t("ban")}
                </Button>
              ) : (
                <Button onClick={() => setAsking("lift")}>{t("lift")}</Button>
              )}
              <Button onClick={() => setAsking("grant")}>{t("grant")}</Button>
            </div>
          )}
          <Bans bans={data.bans} />
        </Card>
      ) : null}
      {asking === "ban" ? <BanDialog id={id} email={email} onClose={() => setAsking(null)} /> : null}
      {asking === "lift" ? <LiftDialog id={id} email={email} onClose={() => setAsking(null)} /> : null}
      {asking === "grant" && data ? (
        <GrantDialog id={id} email={email} limits={data} onClose={() => setAsking(null)} />
      ) : null}
    </section>
  );
}

function Standing({ limits }: { limits: PersonLimits }) {
  const t = useTranslations("backOffice.limits");
  return (
    <Facts
      facts={[
        [
          t("open"),
          t("openOf", { open: formatNumber(limits.openOrders), max: formatNumber(limits.openMax) }),
        ],
        [
          t("rating"),
          limits.deliveredPercent === null
            ? t("noRating", { count: formatNumber(limits.finishedCount) })
            : t("ratingOf", {
                percent: limits.deliveredPercent,
                delivered: formatNumber(limits.deliveredCount),
                finished: formatNumber(limits.finishedCount),
              }),
        ],
        [t("granted"), limits.grantedMax && formatNumber(limits.grantedMax)],
        [t("bannedUntil"), limits.bannedUntil && <Moment at={limits.bannedUntil} form="date" />],
      ]}
    />
  );
}

function Bans({ bans }: { bans: PersonLimits["bans"] }) {
  const t = useTranslations("backOffice.limits");
  if (bans.length === 0) return <p className="text-muted text-sm">{t("noBans")}</p>;
  return (
    <ul className="divide-y divide-line">
      {bans.map((ban) => (
        <li key={ban.id} className="grid gap-1 py-3 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={ban.liftedAt ? "neutral" : "bad"}>{t(`reasons.${ban.reason}`)}</Badge>
            <span>
              <Moment at={ban.startsAt} form="date" /> – <Moment at={ban.endsAt} form="date" />
            </span>
          </p>
          <p className="break-words text-muted">
            {ban.madeBy === null ? ban.note : t("byStaff", { id: ban.madeBy, note: ban.note })}
          </p>
          {ban.liftedBy === null ? null : (
            <p className="break-words text-muted">
              {t("liftedBy", { id: ban.liftedBy, note: ban.liftNote ?? "" })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

type DialogProps = { id: number; email: string; onClose: () => void };

/** Minutes of a ban that the staff choose from. */
const BAN_MINUTES = [60, 1_440, 10_080, 43_200] as const;

function BanDialog({ id, email, onClose }: DialogProps) {
  const t = useTranslations("backOffice");
  const [minutes, setMinutes] = useState<string>(String(BAN_MINUTES[1]));
  return (
    <ConfirmAction
      title={t("limits.ban")}
      facts={[[t("facts.user"), email]]}
      warning={t("limits.banWarning")}
      submit={t("limits.ban")}
      isDanger
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `desk/people/${id}/ban`, body: { minutes: Number(minutes), reason } })}
      onClose={onClose}
    >
      <Choice
        label={t("limits.howLong")}
        value={minutes}
        onChange={setMinutes}
        options={BAN_MINUTES.map((one) => [String(one), t(`limits.minutes.m${one}`)] as const)}
      />
    </ConfirmAction>
  );
}

function LiftDialog({ id, email, onClose }: DialogProps) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={t("limits.lift")}
      facts={[[t("facts.user"), email]]}
      submit={t("limits.lift")}
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `desk/people/${id}/lift-ban`, body: { reason } })}
      onClose={onClose}
    />
  );
}

function GrantDialog({ id, email, limits, onClose }: DialogProps & { limits: PersonLimits }) {
  const t = useTranslations("backOffice");
  const [typed, setTyped] = useState(limits.grantedMax === null ? "" : String(limits.grantedMax));
  const openMax = typed.trim() === "" ? null : Number(typed);
  const isWrong = openMax !== null && !(Number.isInteger(openMax) && openMax >= 1 && openMax <= 100_000);
  return (
    <ConfirmAction
      title={t("limits.grant")}
      facts={[
        [t("facts.user"), email],
        [t("limits.open"), t("limits.openOf", { open: limits.openOrders, max: limits.openMax })],
      ]}
      warning={t("limits.grantWarning")}
      submit={t("limits.grant")}
      reason={{ label: t("reason") }}
      call={(reason) => (isWrong ? null : { path: `desk/people/${id}/open-max`, body: { openMax, reason } })}
      onClose={onClose}
    >
      <TextFilter
        label={t("limits.newMax")}
        value={typed}
        onChange={setTyped}
        type="text"
        inputMode="numeric"
      />
    </ConfirmAction>
  );
}
