"use client";

import { CircleCheck, CircleX, Clock, Download, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import type {
  AccountClaim,
  AccountOrderDetails,
  AccountPlace,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import { readUnitFile } from "#features/ready-accounts/unit-files.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Nobody loads it whose accounts work. */
const ClaimDialog = dynamic(
  () =>
    import("#features/ready-accounts/components/claim-dialog.island.tsx").then(
      (module) => module.ClaimDialog,
    ),
  { ssr: false },
);

type AccountPlacesProps = {
  order: AccountOrderDetails;
  rubPerUsd: number | null;
  onDownload: () => void;
};

/** The accounts of an order in their places: to copy, to claim, and all that work as a file. */
export function AccountPlaces({ order, rubPerUsd, onDownload }: AccountPlacesProps) {
  const t = useTranslations("readyAccounts.delivered");
  const [claimed, setClaimed] = useState<number | null>(null);
  // The dialog gives the focus back to its button, which is gone once the claim was sent.
  const list = useFocusBack<HTMLOListElement>(claimed);
  return (
    <div className="grid gap-3">
      <ol
        ref={list}
        aria-label={t("list")}
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {order.places.map((place) => (
          <PlaceLine
            key={place.place}
            orderId={order.id}
            place={place}
            rubPerUsd={rubPerUsd}
            onClaim={() => setClaimed(place.place)}
          />
        ))}
      </ol>
      {order.items && order.items.length > 0 ? (
        <Button
          className="justify-self-start"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={onDownload}
        >
          {t("download")}
        </Button>
      ) : null}
      {claimed === null ? null : (
        <ClaimDialog orderId={order.id} place={claimed} onClose={() => setClaimed(null)} />
      )}
    </div>
  );
}

type PlaceLineProps = {
  orderId: number;
  place: AccountPlace;
  rubPerUsd: number | null;
  onClaim: () => void;
};

function PlaceLine({ orderId, place: one, rubPerUsd, onClaim }: PlaceLineProps) {
  const t = useTranslations("readyAccounts");
  const { place, text, isRefunded, claims } = one;
  const file = text === null ? null : readUnitFile(text);
  return (
    <li
      tabIndex={-1}
      data-focus-back={one.claimableUntil === null ? place : undefined}
      className="grid gap-1 py-1 pr-1 pl-3 -outline-offset-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        {text === null ? (
          <span className="text-muted text-sm">{t("mine.removed")}</span>
        ) : (
          <code
            className={cx(
              "min-w-0 flex-1 basis-48 select-all wrap-anywhere text-sm",
              isRefunded && "text-muted line-through",
            )}
          >
            {file?.name ?? text}
          </code>
        )}
        <span className="flex items-center gap-2">
          {one.claimableUntil === null ? null : (
            <Button data-focus-back={place} size="sm" aria-haspopup="dialog" onClick={onClaim}>
              <span>
                {t("claim.open")}
                <span className="sr-only">: {formatNumber(place)}</span>
              </span>
            </Button>
          )}
          {text === null ? null : (
            <TakeAccount orderId={orderId} place={place} text={text} isFile={file !== null} />
          )}
        </span>
      </div>
      {claims.map((claim) => (
        <ClaimLine key={claim.id} claim={claim} rubPerUsd={rubPerUsd} />
      ))}
    </li>
  );
}

type TakeAccountProps = { orderId: number; place: number; text: string; isFile: boolean };

/** How its buyer takes an account: a text is copied, a file or a folder is downloaded. */
function TakeAccount({ orderId, place, text, isFile }: TakeAccountProps) {
  const t = useTranslations("readyAccounts.delivered");
  const ui = useTranslations("ui");
  if (!isFile)
    return (
      <CopyButton
        text={text}
        label={t("copy", { place })}
        copiedLabel={ui("copied")}
        failedLabel={ui("copyFailed")}
      />
    );
  return (
    <a
      href={`/api/ready-accounts/orders/${orderId}/files/${place}`}
      download
      className={buttonClasses("plain", "sm")}
    >
      <Download aria-hidden="true" className="size-4" />
      <span className="sr-only">{t("downloadFile", { place })}</span>
    </a>
  );
}

const tones: Readonly<Record<AccountClaim["state"], Tone>> = {
  open: "warn",
  replaced: "good",
  refunded: "good",
  refused: "bad",
};
const icons = { open: Clock, replaced: RefreshCw, refunded: CircleCheck, refused: CircleX } as const;

/** What became of a claim. */
function ClaimLine({ claim, rubPerUsd }: { claim: AccountClaim; rubPerUsd: number | null }) {
  const t = useTranslations("readyAccounts.claim");
  const { state, refundKopecks, reason, objection } = claim;
  const Icon = icons[state];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 text-muted text-xs">
      <Badge tone={tones[state]} icon={<Icon aria-hidden="true" className="size-3.5" />}>
        {t(`state.${state}`)}
      </Badge>
      {state === "open" ? (
        <span>
          {t("until")} <Moment at={claim.dueAt} form="date" />
        </span>
      ) : null}
      {refundKopecks === null ? null : <Money kopecks={refundKopecks} rubPerUsd={rubPerUsd} />}
      {state === "open" && objection ? (
        <span>
          {t("objected")} <bdi className="wrap-anywhere">{objection}</bdi>
        </span>
      ) : null}
      {reason ? <bdi className="wrap-anywhere">{reason}</bdi> : null}
    </div>
  );
}
