"use client";

import { CreditCard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { readAmount, shortRubles } from "#features/payments/components/amount-words.tsx";
import { BlockedNotice } from "#features/payments/withdrawals/components/blocked-notice.tsx";
import {
  useRequestWithdrawal,
  useWithdrawalOptions,
} from "#features/payments/withdrawals/withdrawals.client.ts";
import type { UnusedTopUp, WithdrawalOptions } from "#features/payments/withdrawals/withdrawals.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type UnusedTopUpsProps = { initial: WithdrawalOptions; locale: Locale; supportEmail: string };

/** Top-ups that are still in the wallet, each with the way back to where it came from. */
export function UnusedTopUps({ initial, locale, supportEmail }: UnusedTopUpsProps) {
  const t = useTranslations("payments.withdrawals.unused");
  const { data: options } = useWithdrawalOptions(initial);
  const money = useMoneyText();
  const [openId, setOpenId] = useState<number | null>(null);
  const list = useFocusBack<HTMLDivElement>(openId);
  const timeZone = useTimeZone();
  if (options.topUps.length === 0) {
    return (
      <div ref={list} tabIndex={-1} className="outline-none">
        <EmptyState isFlush icon={<CreditCard className="size-6" />} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      </div>
    );
  }
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      {options.blockedBy ? <BlockedNotice by={options.blockedBy} /> : null}
      {options.bonusKopecks > 0 ? (
        <p className="text-muted text-sm">{t("bonus", { amount: money.both(options.bonusKopecks) })}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {options.topUps.map((topUp) => (
          <li key={topUp.paymentId} className="grid gap-4 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="grid min-w-0 gap-0.5">
                <p className="font-medium">{topUp.methodName}</p>
                <p className="tabular text-muted text-sm">
                  {t("facts", {
                    amount: money.both(topUp.amountKopecks),
                    day: formatDay(locale, new Date(topUp.creditedAt), timeZone),
                    number: topUp.paymentId,
                  })}
                </p>
              </div>
              <div className="flex items-center gap-3">
                <p className="text-right text-sm">
                  {t("left")}{" "}
                  <RatedMoney
                    kopecks={topUp.refundableKopecks + topUp.throughSupportKopecks}
                    className="justify-end font-semibold"
                  />
                </p>
                {topUp.refundableKopecks > 0 && openId !== topUp.paymentId ? (
                  <Button
                    data-focus-back={topUp.paymentId}
                    disabled={options.blockedBy !== null}
                    aria-label={t("withdrawNamed", { number: topUp.paymentId })}
                    onClick={() => setOpenId(topUp.paymentId)}
                  >
                    {t("withdraw")}
                  </Button>
                ) : null}
              </div>
            </div>
            {topUp.throughSupportKopecks > 0 ? (
              <p className="wrap-anywhere text-muted text-sm">{t("support", { email: supportEmail })}</p>
            ) : null}
            {openId === topUp.paymentId && topUp.refundableKopecks > 0 ? (
              <BackForm topUp={topUp} minKopecks={minimumOf(options)} onDone={() => setOpenId(null)} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function minimumOf({ methods }: WithdrawalOptions): number {
  return methods.find(({ method }) => method === "source")?.minKopecks ?? 1;
}

type BackFormProps = { topUp: UnusedTopUp; minKopecks: number; onDone: () => void };

function BackForm({ topUp, minKopecks, onDone }: BackFormProps) {
  const t = useTranslations("payments.withdrawals.unused");
  const form = useTranslations("payments.withdrawals.form");
  const ui = useTranslations("ui");
  const request = useRequestWithdrawal("top_up");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const most = topUp.refundableKopecks;
  const least = Math.min(minKopecks, most);
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { amount: shortRubles(most).replace(/[^\d,]/g, "") },
  });
  const amountKopecks = readAmount(watch("amount")) ?? 0;
  const id = `back-${topUp.paymentId}`;
  const check = (text: string): string | true => {
    const amount = readAmount(text);
    if (amount === null || amount <= 0) return form("misspelled");
    if (amount < least) return form("tooSmall", { min: shortRubles(least) });
    return amount <= most || form("tooLarge", { max: shortRubles(most) });
  };
  const send = handleSubmit(async ({ amount }) => {
    setProblem(null);
    try {
      await request.mutateAsync({
        source: "top_up",
        method: "source",
        amountKopecks: readAmount(amount) ?? 0,
        paymentId: topUp.paymentId,
      });
      showToast({ type: "success", text: form("asked") });
      onDone();
    } catch (error) {
      setProblem(toApiProblem(error));
    }
  });
  return (
    <form method="post" noValidate onSubmit={send} className="grid max-w-md gap-4 rounded-md bg-sunken p-4">
      <TextField
        id={id}
        label={form("amount")}
        error={formState.errors.amount?.message}
        hint={t("goesTo", { method: topUp.methodName })}
        {...register("amount", { required: ui("required"), validate: check })}
        inputMode="decimal"
        autoComplete="off"
      />
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="accent" busy={request.isPending}>
          {amountKopecks > 0 ? form("submit", { amount: shortRubles(amountKopecks) }) : form("submitEmpty")}
        </Button>
        <Button tone="quiet" onClick={onDone}>
          {t("close")}
        </Button>
      </div>
    </form>
  );
}
