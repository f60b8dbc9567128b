"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import type { Fact } from "#features/back-office/components/facts.tsx";
import type { PersonDetails } from "#features/back-office/people/people.contract.ts";
import { flagOfRole } from "#features/back-office/people/role-flags.rules.ts";
import { type AccountRole, accountRoles } from "#lib/api/actor.ts";

/** What an account may be besides a buyer; whoever moves money grants roles and removes them. */
export function PersonRoles({ person, mayChange }: { person: PersonDetails; mayChange: boolean }) {
  const t = useTranslations("backOffice.person");
  const [asked, setAsked] = useState<AccountRole | null>(null);
  return (
    <section aria-labelledby="person-roles" className="grid gap-3">
      <h2 id="person-roles" className="font-semibold text-lg">
        {t("roles.title")}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {accountRoles.map((role) => {
            const isGiven = person.flags[flagOfRole[role]];
            const name = t(`flags.${flagOfRole[role]}`);
            return (
              <li key={role} className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
                <div className="grid min-w-0 gap-0.5">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {name}
                    {isGiven ? <Badge tone="good">{t("roles.given")}</Badge> : null}
                  </p>
                  <p className="text-muted text-sm">{t(`roles.opens.${role}`)}</p>
                </div>
                {mayChange ? (
                  <Button tone={isGiven ? "danger" : "plain"} onClick={() => setAsked(role)}>
                    {t(isGiven ? "roles.remove" : "roles.grant", { role: name })}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      </Card>
      {asked ? <ChangeRole person={person} role={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

type ChangeRoleProps = { person: PersonDetails; role: AccountRole; onClose: () => void };

function ChangeRole({ person, role, onClose }: ChangeRoleProps) {
  const t = useTranslations("backOffice");
  // What is asked stays as it was when the answer has changed the person already.
  const [isGiven] = useState(person.flags[flagOfRole[role]]);
  const action = t(isGiven ? "person.roles.remove" : "person.roles.grant", {
    role: t(`person.flags.${flagOfRole[role]}`),
  });
  const user: Fact = [t("facts.user"), person.email];
  const money: Partial<Record<AccountRole, Fact>> = {
    partner: [t("person.roles.earnings"), displayRoubles(person.partner.availableKopecks)],
    referralSoft: [t("person.referral"), displayRoubles(person.referral.availableKopecks)],
  };
  const fact = money[role];
  return (
    <ConfirmAction
      title={action}
      facts={fact ? [user, fact] : [user]}
      warning={t(`person.roles.${isGiven ? "removeWarning" : "grantWarning"}.${role}`)}
      submit={action}
      isDanger={isGiven}
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path: `desk/people/${person.id}/roles`,
        body: { role, isGiven: !isGiven, reason },
      })}
      onClose={onClose}
    />
  );
}
