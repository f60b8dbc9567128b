"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { OpenOrAll } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import type { FlagView } from "#features/back-office/flags/flags.contract.ts";

/** Who earns nothing for their referrer, and why; the staff may lift it. */
export function FlagList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [only, setOnly] = useState("open");
  const query = useDeskList<FlagView>("desk/flags", { only });
  return (
    <>
      <OpenOrAll value={only} onChange={setOnly} open={t("flags.open")} />
      <StepList<FlagView, "lift">
        query={query}
        empty={t("empty.flags")}
        dialog={(asked) => <Lift {...asked} />}
      >
        {(flag, ask) => (
          <DeskRow
            main={
              <>
                <p className="font-semibold">
                  <PersonName person={flag.user} />
                </p>
                <p className="text-muted">
                  <Moment at={flag.notedAt} />
                </p>
              </>
            }
            aside={
              <Badge tone={flag.liftedAt ? "neutral" : "warn"}>
                {flag.liftedAt ? t("flags.lifted") : t(`flags.reasons.${flag.reason}`)}
              </Badge>
            }
          >
            <Facts
              facts={[
                [t("flags.reason"), t(`flags.reasons.${flag.reason}`)],
                [t("flags.referrer"), <PersonName key="referrer" person={flag.referrer} />],
                [t("flags.other"), <PersonName key="other" person={flag.other} />],
                [t("flags.liftedBy"), flag.liftedBy && <PersonName person={flag.liftedBy} />],
              ]}
            />
            {mayDecide && flag.liftedAt === null ? (
              <Button className="w-fit" onClick={() => ask("lift")}>
                {t("flags.lift")}
              </Button>
            ) : null}
          </DeskRow>
        )}
      </StepList>
    </>
  );
}

function Lift({ item: flag, onClose }: Asked<FlagView, "lift">) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={t("flags.lift")}
      facts={[
        [t("facts.user"), <PersonName key="user" person={flag.user} />],
        [t("flags.referrer"), <PersonName key="referrer" person={flag.referrer} />],
        [t("flags.reason"), t(`flags.reasons.${flag.reason}`)],
      ]}
      warning={t("flags.liftWarning")}
      submit={t("flags.lift")}
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path: `desk/people/${flag.user.id}/referral-flag`,
        body: { isFlagged: false, reason },
      })}
      onClose={onClose}
    />
  );
}
