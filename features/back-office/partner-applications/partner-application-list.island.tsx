"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt, PersonName } from "#features/back-office/components/person-name.tsx";
import type { Asked } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { PartnerApplicationView } from "#features/back-office/partner-applications/partner-applications.contract.ts";
import { applicationStates } from "#features/partners/partner-applications/partner-applications.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const steps = ["approve", "decline", "note"] as const;
type Step = (typeof steps)[number];

/** Applications of owners of SIM modems, oldest first. */
export function PartnerApplicationList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [search, setSearch] = useState("");
  return (
    <DecisionList<PartnerApplicationView, Step>
      path="desk/partner-applications"
      states={applicationStates}
      stateText={(state) => t(`partnerApplications.states.${state}`)}
      empty={t("partnerApplications.empty")}
      filter={{ search }}
      filters={<TextFilter label={t("partnerApplications.search")} value={search} onChange={setSearch} />}
      main={(application) => (
        <>
          <p className="wrap-anywhere font-semibold">
            {t("partnerApplications.number", { id: application.id })} · {application.email}
          </p>
          <p className="text-muted">
            <Moment at={application.createdAt} />
          </p>
        </>
      )}
      facts={(application) => <ApplicationFacts application={application} />}
      steps={(application) =>
        steps.filter((step) => step === "note" || (mayDecide && application.state === "waiting"))
      }
      stepText={(step) => t(`partnerApplications.steps.${step}`)}
      danger="decline"
      dialog={(asked) => <Ask {...asked} />}
    />
  );
}

function ApplicationFacts({ application }: { application: PartnerApplicationView }) {
  const t = useTranslations("backOffice.partnerApplications");
  const { account, isOwn, decidedBy, decidedAt, notes } = application;
  return (
    <Facts
      facts={[
        [
          t("account"),
          account ? (
            <span key="account">
              <PersonName person={account} /> {isOwn ? t("ownAccount") : t("typedAddress")}
            </span>
          ) : (
            t("noAccount")
          ),
        ],
        [t("contact"), <Typed key="contact" text={application.contact} />],
        [t("simCountries"), <Typed key="countries" text={application.simCountries} />],
        [t("modems"), <Typed key="modems" text={application.modems} />],
        [t("ports"), formatNumber(application.ports)],
        [t("about"), <Typed key="about" text={application.about} />],
        [t("language"), application.locale],
        [
          t("decidedBy"),
          decidedBy && decidedAt ? <PersonAt key="decided" person={decidedBy} at={decidedAt} /> : null,
        ],
        [t("reason"), application.reason && <Typed key="reason" text={application.reason} />],
        [t("supplier"), application.supplierCode],
        [
          t("notes"),
          notes.length > 0 ? (
            <ul key="notes" className="grid gap-1">
              {notes.map((note) => (
                <li key={note.id}>
                  <Typed text={note.text} />{" "}
                  <span className="text-muted">
                    <PersonAt person={note.author} at={note.at} />
                  </span>
                </li>
              ))}
            </ul>
          ) : null,
        ],
      ]}
    />
  );
}

function Ask({ item: application, step, onClose }: Asked<PartnerApplicationView, Step>) {
  const t = useTranslations("backOffice");
  const texts = useTranslations("backOffice.partnerApplications");
  const path = `desk/partner-applications/${application.id}`;
  const warning = step === "approve" && application.account === null ? "approveUnregistered" : step;
  return (
    <ConfirmAction
      title={`${texts(`steps.${step}`)}: ${texts("number", { id: application.id })}`}
      facts={[
        [texts("email"), application.email],
        [texts("ports"), formatNumber(application.ports)],
        [t("people.decider"), t("people.you")],
      ]}
      warning={texts(`warnings.${warning}`)}
      submit={texts(`steps.${step}`)}
      isDanger={step === "decline"}
      reason={{ label: step === "note" ? texts("note") : step === "decline" ? t("reasonTold") : t("reason") }}
      call={(words) =>
        step === "note"
          ? { path: `${path}/notes`, body: { text: words }, isKeyed: true }
          : { path: `${path}/decide`, body: { decision: step, reason: words }, isKeyed: true }
      }
      onClose={onClose}
    />
  );
}
