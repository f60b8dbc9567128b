"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { agentLimits } from "#features/licences/agents/agents.rules.ts";

type Kept = { agreement: { version: number; text: string; publishedAt: string } | null };

/** The agreement with agents: its newest version, and the next one by a lead. */
export function SaleAgreementCard({ mayPublish }: { mayPublish: boolean }) {
  const t = useTranslations("backOffice");
  const { data } = useDeskItem<Kept>("desk/licences/agreement");
  const [isAsked, setAsked] = useState(false);
  if (!data) return null;
  const { agreement } = data;
  return (
    <Card className="mb-4 flex flex-wrap items-center justify-between gap-3 p-4 text-sm">
      <p className="min-w-0">
        <span className="font-semibold">{t("agents.agreement")}</span>{" "}
        <span className="text-muted">
          {agreement ? (
            <>
              {t("agents.acceptedVersion", { version: String(agreement.version) })} ·{" "}
              <Moment at={agreement.publishedAt} />
            </>
          ) : (
            t("agents.noAgreement")
          )}
        </span>
      </p>
      {mayPublish ? (
        <Button size="sm" onClick={() => setAsked(true)}>
          {t("agents.publish")}
        </Button>
      ) : null}
      {isAsked ? <Publish text={agreement?.text ?? ""} onClose={() => setAsked(false)} /> : null}
    </Card>
  );
}

function Publish({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [typed, setTyped] = useState(text);
  return (
    <ConfirmAction
      title={t("agents.publish")}
      facts={[]}
      warning={t("agents.publishWarning")}
      submit={t("agents.publish")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        typed.trim() === ""
          ? null
          : { path: "desk/licences/agreement", isKeyed: true, body: { text: typed, reason } }
      }
      onClose={onClose}
    >
      <TextareaField
        id={id}
        label={t("agents.text")}
        value={typed}
        rows={10}
        maxLength={agentLimits.agreementText}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmAction>
  );
}
