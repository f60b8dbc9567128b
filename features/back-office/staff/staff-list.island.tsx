"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { Choice, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import type { StaffMember } from "#features/back-office/staff/staff.contract.ts";
import { staffPermissions } from "#lib/api/actor.ts";

type Asked = { id: number | null; email: string; permission: string };

/** The staff and what each may do; a lead changes it for others. */
export function StaffList({ staffId, mayChange }: { staffId: number; mayChange: boolean }) {
  const t = useTranslations("backOffice");
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useDeskItem<StaffMember[]>("desk/staff");
  const { data } = query;
  if (!data) return <NotThere query={query} rows={4} />;
  return (
    <div className="grid gap-6">
      {mayChange ? (
        <Button
          tone="accent"
          className="w-fit"
          onClick={() => setAsked({ id: null, email: "", permission: "support" })}
        >
          {t("staff.add")}
        </Button>
      ) : null}
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {data.map((member) => (
            <li key={member.id}>
              <DeskRow
                main={
                  <>
                    <p className="font-semibold">
                      {member.name} <span className="font-normal text-muted">#{member.id}</span>
                    </p>
                    <p className="text-muted">
                      <PersonName person={member} />
                      {member.grantedAt ? (
                        <>
                          {" · "}
                          <Moment at={member.grantedAt} /> {member.grantedBy}
                        </>
                      ) : null}
                    </p>
                  </>
                }
                aside={
                  <>
                    <Badge tone={member.hasSecondFactor ? "good" : "warn"}>
                      {t(member.hasSecondFactor ? "staff.withFactor" : "staff.withoutFactor")}
                    </Badge>
                    <Badge tone="info">{t(`staff.permissions.${member.permission ?? "none"}`)}</Badge>
                    {mayChange && member.id !== staffId ? (
                      <Button
                        size="sm"
                        onClick={() =>
                          setAsked({
                            id: member.id,
                            email: member.email,
                            permission: member.permission ?? "support",
                          })
                        }
                      >
                        {t("staff.change")}
                      </Button>
                    ) : null}
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </Card>
      {asked ? <Change asked={asked} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

function Change({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [permission, setPermission] = useState(asked.permission);
  const [typed, setTyped] = useState("");
  const id = asked.id ?? (Number(typed) || null);
  return (
    <ConfirmAction
      title={t(asked.id === null ? "staff.add" : "staff.change")}
      facts={[[t("facts.user"), asked.email]]}
      warning={t(`staff.means.${permission === "" ? "none" : permission}`)}
      submit={t("staff.save")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        id === null
          ? null
          : {
              method: "put",
              path: `desk/staff/${id}`,
              body: { permission: permission === "" ? null : permission, reason },
            }
      }
      onClose={onClose}
    >
      {asked.id === null ? (
        <TextFilter
          label={t("filters.userId")}
          type="text"
          inputMode="numeric"
          value={typed}
          onChange={(text) => setTyped(text.replace(/\D/g, "").slice(0, 15))}
        />
      ) : null}
      <Choice
        label={t("staff.permission")}
        value={permission}
        onChange={setPermission}
        options={[
          ...staffPermissions.map((one) => [one, t(`staff.permissions.${one}`)] as const),
          ...(asked.id === null ? [] : ([["", t("staff.permissions.none")]] as const)),
        ]}
      />
    </ConfirmAction>
  );
}
