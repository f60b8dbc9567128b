"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import type { AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";
import { accountOrderQuery, accountOrdersKey } from "#features/ready-accounts/shop/shop.client.ts";
import { warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type ClaimDialogProps = { orderId: number; place: number; onClose: () => void };

/** What a buyer says about an account that does not work, and what follows from it. */
export function ClaimDialog({ orderId, place, onClose }: ClaimDialogProps) {
  const t = useTranslations("readyAccounts.claim");
  const ui = useTranslations("ui");
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hint = t("hint");
  const send = async () => {
    const words = text.trim();
    if (words.length < 3) return setProblem(t("missing"));
    setProblem(null);
    setBusy(true);
    const path = `ready-accounts/orders/${orderId}/claims`;
    const body = { place, text: words };
    try {
      const order = await callOnce(`account-claim:${orderId}:${place}`, body, (headers) =>
        api.post<AccountOrderDetails>(path, body, { headers }),
      );
      client.setQueryData(accountOrderQuery(orderId).queryKey, order);
      void client.invalidateQueries({ queryKey: [...accountOrdersKey, "list"] });
      showToast({ type: "success", text: t("sent") });
      onClose();
    } catch (error) {
      setProblem(toApiProblem(error).message || ui("error"));
      void client.invalidateQueries({ queryKey: accountOrdersKey });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t("title", { place: formatNumber(place) })}
      description={t("lead", {
        hours: warrantyLimits.answerHours,
        shown: formatNumber(warrantyLimits.answerHours),
      })}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" busy={isBusy} onClick={() => void send()}>
            {t("send")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextareaField
          id={id}
          label={t("text")}
          hint={hint}
          value={text}
          maxLength={warrantyLimits.textCharacters}
          onChange={(event) => setText(event.target.value)}
        />
        {problem ? (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
