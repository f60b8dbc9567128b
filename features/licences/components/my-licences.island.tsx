"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { PagedList } from "#components/layout/paged-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { LicenceDetails } from "#features/licences/components/licence-details.island.tsx";
import type { Licence } from "#features/licences/licences.contract.ts";
import type { LicenceState } from "#features/licences/licences.rules.ts";
import { licencesQuery } from "#features/licences/software.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** The licences of the signed-in user, newest first. */
export function MyLicences({ rubPerUsd }: { rubPerUsd: number | null }) {
  const t = useTranslations("licences.mine");
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {t("title")}
      </h2>
      <LicenceList rubPerUsd={rubPerUsd} />
    </section>
  );
}

function LicenceList({ rubPerUsd }: { rubPerUsd: number | null }) {
  const t = useTranslations("licences.mine");
  const query = useInfiniteQuery(licencesQuery);
  const licences = query.data?.pages.flatMap((page) => page.licences);
  return (
    <PagedList
      query={query}
      items={licences}
      rows={2}
      failed={t("failed")}
      empty={
        <EmptyState icon={<KeyRound className="size-6" />} title={t("empty")}>
          {t("emptyHint")}
        </EmptyState>
      }
      more={t("more")}
    >
      {(licence) => <LicenceItem key={licence.id} licence={licence} rubPerUsd={rubPerUsd} />}
    </PagedList>
  );
}

const tones: Readonly<Record<LicenceState, "good" | "warn" | "bad">> = {
  valid: "good",
  expired: "warn",
  revoked: "bad",
};

function LicenceItem({ licence, rubPerUsd }: { licence: Licence; rubPerUsd: number | null }) {
  const t = useTranslations("licences.mine");
  const [isOpen, setOpen] = useState(false);
  const { product, state, validUntil, deviceLimit, devices } = licence;
  return (
    <li className="grid gap-3 p-4 text-sm">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_12rem_8rem]">
        <span className="grid min-w-0 gap-0.5">
          <span className="wrap-anywhere font-medium">{product.name}</span>
          <span className="wrap-anywhere text-muted text-xs">
            {product.softwareType} · {t("number", { number: String(licence.id) })}
          </span>
          <span className="text-muted text-xs">
            {t("devicesUsed", { used: formatNumber(devices.length), limit: formatNumber(deviceLimit) })}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-lg:order-last max-lg:col-span-2 lg:flex-col lg:items-start">
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
          <span className="text-muted text-xs">
            {validUntil ? (
              <>
                {t("until")} <Moment at={validUntil} form="date" />
              </>
            ) : (
              t("endless")
            )}
          </span>
        </span>
        <Button
          size="sm"
          className="justify-self-end"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("hide") : t("show")}
        </Button>
      </div>
      {licence.revokeReason ? (
        <p className="wrap-anywhere text-muted">{t("revokedBecause", { reason: licence.revokeReason })}</p>
      ) : null}
      {isOpen ? <LicenceDetails licence={licence} rubPerUsd={rubPerUsd} /> : null}
    </li>
  );
}
