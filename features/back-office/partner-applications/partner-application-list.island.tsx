"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { PartnerApplicationView } from "#features/back-office/partner-applications/partner-applications.contract.ts";
import { applicationStates } from "#features/partners/partner-applications/partner-applications.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const steps = ["approve", "decline", "note"] as const;
type Step = (typeof steps)[number];
type Asked = { application: PartnerApplicationView; step: Step };

/** Applications of owners of SIM modems, oldest first. */
export function PartnerApplicationList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [state, setState] = useState("waiting");
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useDeskList<PartnerApplicationView>("desk/partner-applications", { state, search }, "after");
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={state}
          onChange={setState}
          options={applicationStates.map((one) => [one, t(`partnerApplications.states.${one}`)] as const)}
        />
        <TextFilter label={t("partnerApplications.search")} value={search} onChange={setSearch} />
      </Filters>
      <DeskList query={query} empty={t("partnerApplications.empty")}>
        {(application) => (
          <DeskRow
            main={
              <>
                <p className="wrap-anywhere font-semibold">
                  {t("partnerApplications.number", { id: application.id })} · {application.email}
                </p>
                <p className="text-muted">
                  <Moment at={application.createdAt} />
                </p>
              </>
            }
            aside={
              <StateBadge
                state={application.state}
                text={t(`partnerApplications.states.${application.state}`)}
              />
            }
          >
            <ApplicationFacts application={application} />
            <div className="flex flex-wrap gap-2">
              {steps
                .filter((step) => step === "note" || (mayDecide && application.state === "waiting"))
                .map((step) => (
                  <Button
                    key={step}
                    tone={step === "decline" ? "danger" : "plain"}
                    onClick={() => setAsked({ application, step })}
                  >
                    {t(`partnerApplications.steps.${step}`)}
                  </Button>
                ))}
            </div>
          </DeskRow>
        )}
      </DeskList>
      {asked ? <Ask {...asked} onClose={() => setAsked(null)} /> : null}
    </>
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
          decidedBy && decidedAt ? (
            <span key="decided">
              <PersonName person={decidedBy} /> · <Moment at={decidedAt} />
            </span>
          ) : null,
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
                    <PersonName person={note.author} /> · <Moment at={note.at} />
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

function Ask({ application, step, onClose }: Asked & { onClose: () => void }) {
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
