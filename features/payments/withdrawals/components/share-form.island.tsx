"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { microRateOf } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { amountWords, readAmount, shortRubles } from "#features/payments/components/amount-words.tsx";
import { BlockedNotice } from "#features/payments/withdrawals/components/blocked-notice.tsx";
import {
  useLatestAvailable,
  useRequestWithdrawal,
  useWithdrawalOptions,
} from "#features/payments/withdrawals/withdrawals.client.ts";
import type {
  WithdrawalMethodView,
  WithdrawalOptions,
} from "#features/payments/withdrawals/withdrawals.contract.ts";
import {
  usdtFor,
  type WithdrawalMethod,
  type WithdrawalSource,
  withdrawalLimits,
} from "#features/payments/withdrawals.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** "100,00 USDT": what arrives of an amount, the fee taken off; null when nothing would. */
function arrivalWords(method: WithdrawalMethodView, amountKopecks: number): string | null {
  const net = amountKopecks - method.feeKopecks;
  if (net <= 0) return null;
  const micro = method.rubPerUnit === null ? null : microRateOf(method.rubPerUnit);
  if (micro === null) return shortRubles(net);
  return amountWords({ amount: usdtFor(kopecks(net), micro), currency: method.currency });
}

type ShareFormProps = {
  initial: WithdrawalOptions;
  /** The currency is chosen first, and the staff can be written to: as partners do. */
  detailed?: boolean;
};

/** Asks for a withdrawal of earnings: how, how much, where to. Shows the minimum, the fee and what arrives. */
export function ShareForm({ initial, detailed = false }: ShareFormProps) {
  const { data: options } = useWithdrawalOptions(initial);
  const [chosen, setChosen] = useState<WithdrawalMethod | null>(null);
  const method = options.methods.find((one) => one.method === chosen) ?? options.methods[0];
  if (options.blockedBy) return <BlockedNotice by={options.blockedBy} />;
  if (!method) return null;
  const ofCurrency = options.methods.filter(({ currency }) => currency === method.currency);
  return (
    <div className="grid gap-5">
      {detailed ? (
        <CurrencySegments methods={options.methods} chosen={method.currency} onChoose={setChosen} />
      ) : null}
      <MethodSegments
        methods={detailed ? ofCurrency : options.methods}
        chosen={method.method}
        isAlwaysShown={detailed}
        onChoose={setChosen}
      />
      <RequestForm
        key={method.method}
        source={initial.source}
        method={method}
        availableKopecks={options.availableKopecks}
        restsUntil={options.restsUntil}
        detailed={detailed}
      />
    </div>
  );
}

type CurrencySegmentsProps = {
  methods: readonly WithdrawalMethodView[];
  chosen: string;
  onChoose: (method: WithdrawalMethod) => void;
};

/** In which currency the money arrives; the first method of the currency is chosen with it. */
function CurrencySegments({ methods, chosen, onChoose }: CurrencySegmentsProps) {
  const t = useTranslations("payments.withdrawals.form");
  const firsts = methods.filter(
    ({ currency }, index) => methods.findIndex((other) => other.currency === currency) === index,
  );
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t("currency")}</legend>
      <div className={`${segmentedClasses} flex-wrap`}>
        {firsts.map(({ method, currency }) => (
          <Segment
            key={currency}
            chosen={currency === chosen}
            onClick={() => onChoose(method)}
            className="grow"
          >
            {t(`currencies.${currency as "RUB" | "USDT"}`)}
          </Segment>
        ))}
      </div>
    </fieldset>
  );
}

type MethodSegmentsProps = {
  methods: readonly WithdrawalMethodView[];
  chosen: WithdrawalMethod;
  /** Also where there is nothing to choose between. */
  isAlwaysShown: boolean;
  onChoose: (method: WithdrawalMethod) => void;
};

function MethodSegments({ methods, chosen, isAlwaysShown, onChoose }: MethodSegmentsProps) {
  const t = useTranslations("payments.withdrawals.form");
  if (methods.length < 2 && !isAlwaysShown) return null;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t("method")}</legend>
      <div className={`${segmentedClasses} flex-wrap`}>
        {methods.map(({ method, name }) => (
          <Segment key={method} chosen={method === chosen} onClick={() => onChoose(method)} className="grow">
            {name}
          </Segment>
        ))}
      </div>
    </fieldset>
  );
}

/** Too much is what is too much now: money that has just become available is asked about before anybody is refused. */
function useAmountCheck(source: WithdrawalSource, method: WithdrawalMethodView, availableKopecks: number) {
  const t = useTranslations("payments.withdrawals.form");
  const latestAvailable = useLatestAvailable(source);
  return async (text: string): Promise<string | true> => {
    const amount = readAmount(text);
    if (amount === null || amount <= 0) return t("misspelled");
    if (amount < method.minKopecks) return t("tooSmall", { min: shortRubles(method.minKopecks) });
    if (amount <= availableKopecks) return true;
    const latest = await latestAvailable(availableKopecks);
    return amount <= latest || t("tooLarge", { max: shortRubles(latest) });
  };
}

type RequestFormProps = {
  source: WithdrawalSource;
  method: WithdrawalMethodView;
  availableKopecks: number;
  restsUntil: string | null;
  detailed: boolean;
};

function RequestForm({ source, method, availableKopecks, restsUntil, detailed }: RequestFormProps) {
  const t = useTranslations("payments.withdrawals.form");
  const ui = useTranslations("ui");
  const request = useRequestWithdrawal(source);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm({ defaultValues: { amount: "", destination: "", comment: "" } });
  const { errors } = form.formState;
  const isIncomplete =
    detailed && [errors.amount, errors.destination].some((error) => error?.type === "required");
  const check = useAmountCheck(source, method, availableKopecks);
  const needsDestination = method.method === "usdt" || method.method === "card";
  const amountKopecks = readAmount(form.watch("amount")) ?? 0;
  const arrives = arrivalWords(method, amountKopecks);
  const isEnough = availableKopecks >= method.minKopecks;

  const send = form.handleSubmit(async ({ amount, destination, comment }) => {
    setProblem(null);
    try {
      const { state } = await request.mutateAsync({
        source,
        method: method.method,
        amountKopecks: readAmount(amount) ?? 0,
        ...(needsDestination ? { requisites: destination } : {}),
        ...(comment.trim() === "" ? {} : { comment: comment.trim() }),
      });
      form.reset();
      showToast({ type: "success", text: t(state === "unconfirmed" ? "codeSent" : "asked") });
    } catch (error) {
      const refused = toApiProblem(error);
      if (refused.code !== "REQUISITES_INVALID") return setProblem(refused);
      form.setError("destination", { message: refused.message }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-5">
      <TextField
        id="withdraw-amount"
        label={t("amount")}
        error={errors.amount?.message}
        hint={t(`minimum.${method.method as "usdt" | "card" | "balance"}`, {
          min: shortRubles(method.minKopecks),
        })}
        aside={
          availableKopecks === 0 ? null : (
            <button
              type="button"
              className="touch font-medium text-link text-sm hover:underline"
              onClick={() =>
                form.setValue("amount", plainRubles(availableKopecks), { shouldValidate: isEnough })
              }
            >
              {t("all", { amount: shortRubles(availableKopecks) })}
            </button>
          )
        }
        {...form.register("amount", { required: ui("required"), validate: check })}
        inputMode="decimal"
        autoComplete="off"
      />
      {needsDestination ? (
        <TextField
          id="withdraw-destination"
          label={t(`destination.${method.method as "usdt" | "card"}`)}
          error={errors.destination?.message}
          hint={t(`destinationHint.${method.method as "usdt" | "card"}`)}
          {...form.register("destination", { required: ui("required") })}
          inputMode={method.method === "card" ? "numeric" : "text"}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
      ) : null}
      {detailed ? (
        <TextareaField
          id="withdraw-comment"
          label={t("comment")}
          hint={t("commentHint")}
          {...form.register("comment")}
          rows={3}
          maxLength={withdrawalLimits.commentLength}
        />
      ) : null}
      <dl className="grid gap-1.5 rounded-md bg-sunken p-4 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t("fee")}</dt>
          <dd className="tabular">
            {method.feeKopecks === 0 ? (
              t("noFee")
            ) : (
              <RatedMoney kopecks={method.feeKopecks} className="justify-end" />
            )}
          </dd>
        </div>
        {method.rubPerUnit ? (
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{t("rate")}</dt>
            <dd className="tabular">
              1 {method.currency} = {method.rubPerUnit.replace(/0{1,4}$/, "").replace(".", ",")} ₽
            </dd>
          </div>
        ) : null}
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t("arrives")}</dt>
          <dd className="tabular font-semibold">{arrives ?? "—"}</dd>
        </div>
      </dl>
      {restsUntil !== null && needsDestination ? (
        <Notice tone="warn">
          {t.rich("rests", { moment: () => <Moment at={restsUntil} form="date" /> })}
        </Notice>
      ) : null}
      {isIncomplete ? <Notice tone="bad" live title={t("fillIn")} /> : null}
      <FormProblem problem={problem} />
      {/* A partner may press it at any time: the first press says what is missing. */}
      <Button
        type="submit"
        tone="accent"
        size="lg"
        busy={request.isPending}
        disabled={!isEnough && !detailed}
      >
        {amountKopecks > 0 ? t("submit", { amount: shortRubles(amountKopecks) }) : t("submitEmpty")}
      </Button>
      {isEnough ? (
        <p className="text-muted text-sm">
          {t("next")} {needsDestination ? t("newPlace") : null}
        </p>
      ) : (
        <p className="text-muted text-sm">{t("notEnough", { min: shortRubles(method.minKopecks) })}</p>
      )}
    </form>
  );
}

function plainRubles(amountKopecks: number): string {
  return shortRubles(amountKopecks).replace(/[^\d,]/g, "");
}
