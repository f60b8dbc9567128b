"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StepList } from "#features/back-office/components/step-list.island.tsx";
import { ApproveAgent } from "#features/back-office/licences/components/approve-agent.island.tsx";
import { SaleAgreementCard } from "#features/back-office/licences/components/sale-agreement-card.island.tsx";
import type { AgentView } from "#features/back-office/licences/desk-agents.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Agents of licences; who moves money approves them and sets their shares, a lead publishes the agreement. */
export function AgentList({ mayApprove, mayPublish }: { mayApprove: boolean; mayPublish: boolean }) {
  const t = useTranslations("backOffice");
  const [isNew, setNew] = useState(false);
  const query = useDeskList<AgentView>("desk/licences/agents");
  return (
    <>
      {mayApprove ? (
        <Button tone="accent" className="mb-4 w-fit" onClick={() => setNew(true)}>
          {t("agents.approve")}
        </Button>
      ) : null}
      <SaleAgreementCard mayPublish={mayPublish} />
      <StepList<AgentView, "set-share">
        query={query}
        empty={t("agents.empty")}
        dialog={({ item, onClose }) => <ApproveAgent agent={item} onClose={onClose} />}
      >
        {(agent, ask) => (
          <DeskRow
            main={
              <>
                <PersonName person={agent.user} />
                {agent.hasRole ? null : <p className="text-warn">{t("agents.roleGone")}</p>}
              </>
            }
            aside={
              <span className="tabular font-semibold">
                {t("agents.sharePercent", { percent: formatNumber(agent.shareBasisPoints / 100) })}
              </span>
            }
          >
            <Facts
              facts={[
                [t("agents.code"), <code key="code">{agent.code}</code>],
                [
                  t("agents.accepted"),
                  agent.acceptedVersion === null
                    ? t("agents.acceptedNone")
                    : t("agents.acceptedVersion", { version: String(agent.acceptedVersion) }),
                ],
                [
                  t("agents.sales"),
                  t("agents.salesText", {
                    count: formatNumber(agent.salesCount),
                    sold: displayRoubles(agent.soldKopecks),
                    earned: displayRoubles(agent.earnedKopecks),
                  }),
                ],
              ]}
            />
            {mayApprove ? (
              <div>
                <Button onClick={() => ask("set-share")}>{t("agents.setShare")}</Button>
              </div>
            ) : null}
          </DeskRow>
        )}
      </StepList>
      {isNew ? <ApproveAgent agent={null} onClose={() => setNew(false)} /> : null}
    </>
  );
}
