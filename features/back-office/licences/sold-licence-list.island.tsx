"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import type { SoldLicenceView } from "#features/back-office/licences/desk-licences.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Licences that were sold, newest first; who moves money revokes them. */
export function SoldLicenceList({
  mayRevoke,
  given = {},
}: {
  mayRevoke: boolean;
  given?: { userId?: string };
}) {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ userId: "", ...given });
  const query = useDeskList<SoldLicenceView>("desk/licences", filter);
  return (
    <>
      <Filters>
        <TextFilter
          label={t("licences.user")}
          inputMode="numeric"
          value={filter.userId}
          onChange={(text) => setFilter({ userId: text.replace(/\D/g, "").slice(0, 15) })}
        />
      </Filters>
      <StepList<SoldLicenceView, "revoke">
        query={query}
        empty={t("licences.empty")}
        dialog={(asked) => <Revoke {...asked} />}
      >
        {(licence, ask) => (
          <DeskRow
            main={
              <p>
                <span className="wrap-anywhere font-semibold">{licence.product.name}</span>{" "}
                <span className="text-muted">{t("accountOffers.number", { id: licence.id })}</span>
              </p>
            }
            aside={
              <>
                <span className="tabular font-semibold">{displayRoubles(licence.paidKopecks)}</span>
                <StateBadge state={licence.state} text={t(`licences.states.${licence.state}`)} />
              </>
            }
          >
            <LicenceFacts licence={licence} />
            {mayRevoke && licence.state !== "revoked" ? (
              <div>
                <Button tone="danger" onClick={() => ask("revoke")}>
                  {t("licences.revoke")}
                </Button>
              </div>
            ) : null}
          </DeskRow>
        )}
      </StepList>
    </>
  );
}

function LicenceFacts({ licence }: { licence: SoldLicenceView }) {
  const t = useTranslations("backOffice");
  const { validUntil, revokedBy, revokeReason } = licence;
  return (
    <Facts
      facts={[
        [t("facts.user"), <PersonName key="user" person={licence.user} />],
        [t("licences.bought"), <Moment key="bought" at={licence.boughtAt} />],
        [
          t("licences.until"),
          validUntil === null ? t("software.endless") : <Moment key="until" at={validUntil} />,
        ],
        [
          t("licences.devices"),
          t("licences.devicesUsed", {
            used: formatNumber(licence.deviceCount),
            limit: formatNumber(licence.deviceLimit),
          }),
        ],
        [t("licences.revokedBy"), revokedBy ? <PersonName key="by" person={revokedBy} /> : null],
        [t("licences.reason"), revokeReason],
      ]}
    />
  );
}

function Revoke({ item: licence, onClose }: Asked<SoldLicenceView, "revoke">) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t("licences.revoke")}: ${licence.product.name}`}
      facts={[[t("facts.user"), <PersonName key="user" person={licence.user} />]]}
      warning={t("licences.revokeWarning")}
      submit={t("licences.revoke")}
      isDanger
      reason={{ label: t("licences.readByOwner") }}
      call={(reason) => ({ path: `desk/licences/${licence.id}/revoke`, isKeyed: true, body: { reason } })}
      onClose={onClose}
    />
  );
}
