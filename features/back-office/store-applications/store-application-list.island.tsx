"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import type { StoreApplicationView } from "#features/back-office/store-applications/desk-store-applications.contract.ts";
import {
  type StoreApplicationEvent,
  storeApplicationEvents,
  storeApplicationStates,
} from "#features/stores/applications/store-applications.rules.ts";

type Asked = { application: StoreApplicationView; decision: StoreApplicationEvent };

/** Applications for stores, oldest first; who moves money decides them. */
export function StoreApplicationList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [state, setState] = useState("waiting");
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useDeskList<StoreApplicationView>("desk/store-applications", { state }, "after");
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={state}
          onChange={setState}
          options={storeApplicationStates.map((one) => [one, t(`storeApplications.states.${one}`)] as const)}
        />
      </Filters>
      <DeskList query={query} empty={t("storeApplications.empty")}>
        {(application) => (
          <DeskRow
            main={
              <>
                <p>
                  <bdi className="wrap-anywhere font-semibold">{application.name}</bdi>{" "}
                  <span className="text-muted">{t("storeApplications.number", { id: application.id })}</span>
                </p>
                <p className="text-muted">
                  <Moment at={application.createdAt} />
                </p>
              </>
            }
            aside={
              <StateBadge
                state={application.state}
                text={t(`storeApplications.states.${application.state}`)}
              />
            }
          >
            <ApplicationFacts application={application} />
            {mayDecide && application.state === "waiting" ? (
              <div className="flex flex-wrap gap-2">
                {storeApplicationEvents.map((decision) => (
                  <Button
                    key={decision}
                    tone={decision === "decline" ? "danger" : "plain"}
                    onClick={() => setAsked({ application, decision })}
                  >
                    {t(`storeApplications.steps.${decision}`)}
                  </Button>
                ))}
              </div>
            ) : null}
          </DeskRow>
        )}
      </DeskList>
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** An applicant's words: shown as text, and apart from the direction of the line. */
function Typed({ text }: { text: string }) {
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}

function ApplicationFacts({ application }: { application: StoreApplicationView }) {
  const t = useTranslations("backOffice");
  const { user, description, email, reason, decidedBy, decidedAt } = application;
  return (
    <Facts
      facts={[
        [t("facts.user"), <PersonName key="user" person={user} />],
        [t("storeApplications.description"), <Typed key="description" text={description} />],
        [t("storeApplications.email"), email],
        [
          t("people.decider"),
          decidedBy && decidedAt ? (
            <span key="decided">
              <PersonName person={decidedBy} /> · <Moment at={decidedAt} />
            </span>
          ) : null,
        ],
        [t("reason"), reason && <Typed key="reason" text={reason} />],
      ]}
    />
  );
}

function Decide({ application, decision, onClose }: Asked & { onClose: () => void }) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t(`storeApplications.steps.${decision}`)}: ${t("storeApplications.number", { id: application.id })}`}
      facts={[
        [t("facts.user"), <PersonName key="user" person={application.user} />],
        [t("people.decider"), t("people.you")],
      ]}
      warning={t(`storeApplications.warnings.${decision}`)}
      submit={t(`storeApplications.steps.${decision}`)}
      isDanger={decision === "decline"}
      reason={{ label: decision === "decline" ? t("reasonTold") : t("reason") }}
      call={(reason) => ({
        path: `desk/store-applications/${application.id}/decide`,
        body: { decision, reason },
        isKeyed: true,
      })}
      onClose={onClose}
    />
  );
}
