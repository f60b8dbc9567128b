"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { OpenOrAll } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt, PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import type { TransferView } from "#features/back-office/transfers/transfers.contract.ts";

type Step = "confirm" | "close";

/** Top-ups that come by transfer: what the payer says, what the staff said has come. */
export function TransferList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const payments = useTranslations("payments");
  const [only, setOnly] = useState("open");
  const query = useDeskList<TransferView>("desk/transfers", { only });
  return (
    <>
      <OpenOrAll value={only} onChange={setOnly} open={t("transfers.open")} />
      <StepList<TransferView, Step>
        query={query}
        empty={t("empty.transfers")}
        dialog={(asked) => <Decide {...asked} />}
      >
        {(transfer, ask) => (
          <DeskRow
            main={
              <>
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-mono font-semibold">{transfer.reference}</span>
                  <LocaleLink
                    href={`/desk/payments/${transfer.id}`}
                    className="inline-block py-0.5 text-link underline"
                  >
                    {t("paymentNumber", { id: transfer.id })}
                  </LocaleLink>
                </p>
                <p className="text-muted">
                  <PersonAt person={transfer.user} at={transfer.createdAt} />
                </p>
              </>
            }
            aside={
              <>
                <span className="tabular font-semibold">{displayRoubles(transfer.amountKopecks)}</span>
                <StateBadge state={transfer.state} text={payments(`states.${transfer.state}`)} />
              </>
            }
          >
            <Facts
              facts={[
                [t("transfers.note"), transfer.note],
                [t("transfers.receipt"), transfer.receipt],
                ...transfer.words.map(
                  ({ by, receivedKopecks, saidAt }) =>
                    [
                      t("transfers.word", { name: by.name || by.email }),
                      <span key={by.id}>
                        {displayRoubles(receivedKopecks)} · <Moment at={saidAt} />
                      </span>,
                    ] as const,
                ),
              ]}
            />
            {mayDecide && transfer.state !== "credited" ? (
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => ask("confirm")}>{t("transfers.confirm")}</Button>
                {transfer.state === "pending" ? (
                  <Button tone="danger" onClick={() => ask("close")}>
                    {t("transfers.close")}
                  </Button>
                ) : null}
              </div>
            ) : null}
          </DeskRow>
        )}
      </StepList>
    </>
  );
}

function Decide({ item: transfer, step, onClose }: Asked<TransferView, Step>) {
  const t = useTranslations("backOffice");
  const [received, setReceived] = useState("");
  const isConfirming = step === "confirm";
  const receivedKopecks = typedKopecks(received);
  const base = `desk/transfers/${transfer.id}`;
  return (
    <ConfirmAction
      title={`${t(`transfers.${step}`)}: ${transfer.reference}`}
      facts={[
        [t("facts.user"), <PersonName key="user" person={transfer.user} />],
        [t("transfers.agreed"), displayRoubles(transfer.amountKopecks)],
        [
          t("transfers.came"),
          isConfirming ? (receivedKopecks === null ? "—" : displayRoubles(receivedKopecks)) : null,
        ],
        [
          t("people.first"),
          transfer.words.length > 0 ? transfer.words.map(({ by }) => by.name || by.email).join(", ") : null,
        ],
        [t("people.decider"), t("people.you")],
      ]}
      warning={t(`transfers.${step}Warning`)}
      submit={
        isConfirming && receivedKopecks !== null
          ? t("transfers.confirmFor", { amount: displayRoubles(receivedKopecks) })
          : t(`transfers.${step}`)
      }
      isDanger={!isConfirming}
      {...(isConfirming ? {} : { reason: { label: t("reason") } })}
      call={(reason) => {
        if (!isConfirming) return { path: `${base}/close`, body: { reason } };
        return receivedKopecks === null ? null : { path: `${base}/confirm`, body: { receivedKopecks } };
      }}
      onClose={onClose}
    >
      {isConfirming ? (
        <AmountInput label={t("transfers.came")} value={received} onChange={setReceived} />
      ) : null}
    </ConfirmAction>
  );
}
