"use client";

import { useTranslations } from "next-intl";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt, PersonName } from "#features/back-office/components/person-name.tsx";
import { SpamFlags } from "#features/back-office/components/spam-flags.tsx";
import type { Asked } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { StoreApplicationView } from "#features/back-office/store-applications/desk-store-applications.contract.ts";
import {
  type StoreApplicationEvent,
  storeApplicationEvents,
  storeApplicationStates,
} from "#features/stores/applications/store-applications.rules.ts";

/** Applications for stores, oldest first; who moves money decides them. */
export function StoreApplicationList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  return (
    <DecisionList<StoreApplicationView, StoreApplicationEvent>
      path="desk/store-applications"
      states={storeApplicationStates}
      stateText={(state) => t(`storeApplications.states.${state}`)}
      empty={t("storeApplications.empty")}
      main={(application) => (
        <>
          <p>
            <bdi className="wrap-anywhere font-semibold">{application.name}</bdi>{" "}
            <span className="text-muted">{t("storeApplications.number", { id: application.id })}</span>
          </p>
          <p className="text-muted">
            <Moment at={application.createdAt} />
          </p>
        </>
      )}
      aside={(application) => <SpamFlags flags={application.flags} />}
      facts={(application) => <ApplicationFacts application={application} />}
      steps={(application) => (mayDecide && application.state === "waiting" ? storeApplicationEvents : [])}
      stepText={(decision) => t(`storeApplications.steps.${decision}`)}
      danger="decline"
      dialog={(asked) => <Decide {...asked} />}
    />
  );
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
          decidedBy && decidedAt ? <PersonAt key="decided" person={decidedBy} at={decidedAt} /> : null,
        ],
        [t("reason"), reason && <Typed key="reason" text={reason} />],
      ]}
    />
  );
}

type DecideProps = Asked<StoreApplicationView, StoreApplicationEvent>;

function Decide({ item: application, step: decision, onClose }: DecideProps) {
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
