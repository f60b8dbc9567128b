"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";

type SigningKeys = { items: { kid: string; createdAt: string; retiredAt: string | null }[] };

/** The key that signs licences; a lead lets another one sign. */
export function SigningKey({ mayRotate }: { mayRotate: boolean }) {
  const t = useTranslations("backOffice");
  const [isAsked, setAsked] = useState(false);
  const [isStolen, setStolen] = useState(false);
  const { data } = useDeskItem<SigningKeys>("desk/licences/keys");
  const signing = data?.items.find(({ retiredAt }) => retiredAt === null);
  return (
    <Card className="mb-4 flex flex-wrap items-center justify-between gap-3 p-4 text-sm">
      <p className="min-w-0">
        <span className="font-semibold">{t("software.signing")}</span>{" "}
        {signing ? (
          <>
            <code className="wrap-anywhere">{signing.kid}</code>{" "}
            <span className="text-muted">
              {t("software.since")} <Moment at={signing.createdAt} form="date" />
            </span>
          </>
        ) : (
          <span className="text-muted">{t("software.noKey")}</span>
        )}
      </p>
      {mayRotate && signing ? (
        <Button size="sm" onClick={() => setAsked(true)}>
          {t("software.rotate")}
        </Button>
      ) : null}
      {isAsked ? (
        <ConfirmAction
          title={t("software.rotate")}
          facts={[]}
          warning={t("software.rotateWarning")}
          submit={t("software.rotate")}
          isDanger
          reason={{ label: t("reason") }}
          call={(reason) => ({
            path: "desk/licences/keys/rotate",
            isKeyed: true,
            body: { isStolen, reason },
          })}
          onClose={() => setAsked(false)}
        >
          <Checkbox checked={isStolen} onChange={(event) => setStolen(event.target.checked)}>
            {t("software.stolen")}
          </Checkbox>
        </ConfirmAction>
      ) : null}
    </Card>
  );
}
