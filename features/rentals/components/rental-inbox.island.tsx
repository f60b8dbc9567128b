"use client";

import { useQuery } from "@tanstack/react-query";
import { PhoneIncoming } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CodeText } from "#features/activations/components/message-list.island.tsx";
import { rentalQuery } from "#features/rentals/rentals.client.ts";
import type { RentalCall, RentalMessage } from "#features/rentals/rentals.contract.ts";

function Message({ message }: { message: RentalMessage }) {
  const t = useTranslations("rentals.mine");
  const ui = useTranslations("ui");
  const { code } = message;
  return (
    <li className="grid gap-1 border-line border-l-2 pl-3">
      {code ? (
        <CopyButton
          text={code}
          label={t("copyCode", { code })}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
          className="w-fit rounded-md bg-accent-soft px-3 py-1.5 font-bold text-text text-xl hover:bg-accent hover:text-on-accent"
        >
          <CodeText code={code} />
        </CopyButton>
      ) : null}
      <p className="wrap-anywhere text-sm" dir="auto" translate="no">
        {message.text}
      </p>
      <p className="wrap-anywhere text-muted text-xs">
        {t("from", { sender: message.sender })} · <Moment at={message.receivedAt} />
      </p>
    </li>
  );
}

function Call({ call }: { call: RentalCall }) {
  const t = useTranslations("rentals.mine");
  return (
    <li className="flex flex-wrap items-center gap-2 border-line border-l-2 pl-3 text-sm">
      <PhoneIncoming aria-hidden="true" className="size-4 text-muted" />
      {t("call", { caller: call.caller })}
      <Moment at={call.calledAt} className="tabular text-muted text-xs" />
    </li>
  );
}

/** What came for a rental, newest first; new ones appear by themselves. */
export function RentalInbox({ id }: { id: number }) {
  const t = useTranslations("rentals.mine");
  const ui = useTranslations("ui");
  const { data, error, refetch, isFetching } = useQuery(rentalQuery(id));
  if (error && !data) {
    return <QueryFailure query={{ error, isFetching, refetch }} className="py-4" />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={ui("loading")} className="grid gap-2">
        <Skeleton className="h-10 w-40" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    );
  }
  return (
    <div className="grid max-h-128 gap-4 overflow-y-auto">
      {data.messages.length > 0 ? (
        <ul aria-label={t("messages")} className="grid gap-3">
          {data.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      ) : null}
      {data.calls.length > 0 ? (
        <ul aria-label={t("calls")} className="grid gap-2">
          {data.calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
