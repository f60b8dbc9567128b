"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import type { AgentView } from "#features/back-office/licences/desk-agents.contract.ts";
import { agentLimits } from "#features/licences/agents/agents.rules.ts";
import { readId } from "#lib/api/id-text.ts";
import { parseRoubles } from "#lib/money/kopecks.ts";

/** The share that was typed ("12,5"), in hundredths of a percent, or null. */
function typedShare(text: string): number | null {
  const share = parseRoubles(text.replace(/\s/g, "").replace(",", "."));
  if (share === null || share < agentLimits.shareLeast || share > agentLimits.shareMost) return null;
  return share;
}

type ApproveAgentProps = {
  /** Null = an account that is none yet. */
  agent: AgentView | null;
  onClose: () => void;
};

/** Makes an account an agent, or sets another share. */
export function ApproveAgent({ agent, onClose }: ApproveAgentProps) {
  const t = useTranslations("backOffice");
  const [userId, setUserId] = useState(agent ? String(agent.id) : "");
  const [share, setShare] = useState(agent ? String(agent.shareBasisPoints / 100) : "10");
  const title = t(agent ? "agents.setShare" : "agents.approve");
  return (
    <ConfirmAction
      title={title}
      facts={agent ? [[t("facts.user"), <PersonName key="user" person={agent.user} />]] : []}
      warning={t("agents.approveWarning")}
      submit={title}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const shareBasisPoints = typedShare(share);
        if (shareBasisPoints === null || readId(userId) === null) return null;
        const path = `desk/licences/agents/${userId}/approve`;
        return { path, isKeyed: true, body: { shareBasisPoints, reason } };
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {agent ? null : (
          <TextLine
            label={t("agents.userId")}
            value={userId}
            onChange={(text) => setUserId(text.replace(/\D/g, "").slice(0, 15))}
          />
        )}
        <TextLine label={t("agents.share")} hint={t("agents.shareHint")} value={share} onChange={setShare} />
      </div>
    </ConfirmAction>
  );
}
