"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { Choice, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { couponLimits, couponMethods, fenText } from "#features/payments/coupons/coupons.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { localeFacts, locales } from "#lib/i18n/locales.ts";

type Made = { id: number; codes: string[]; csv: string; isWaitingForSecond: boolean };

/** Makes a batch of coupons and shows its codes this once. */
export function NewBatch() {
  const t = useTranslations("backOffice");
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  return (
    <div className="grid gap-4">
      <Button tone="accent" className="w-fit" onClick={() => setOpen(true)}>
        {t("coupons.create")}
      </Button>
      {made ? (
        <Notice
          tone="warn"
          live
          title={t("coupons.madeTitle", { count: made.codes.length, shown: formatNumber(made.codes.length) })}
        >
          <p>{t("coupons.madeText")}</p>
          {made.isWaitingForSecond ? <p className="mt-2">{t("coupons.madeWaits")}</p> : null}
          <div className="mt-3 flex flex-wrap gap-2">
            <a
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(made.csv)}`}
              download={`coupons-${made.id}.csv`}
              className={buttonClasses("plain")}
            >
              {t("coupons.download")}
            </a>
            <Button tone="quiet" onClick={() => setMade(null)}>
              {t("coupons.kept")}
            </Button>
          </div>
        </Notice>
      ) : null}
      {isOpen ? <BatchDialog onMade={setMade} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function BatchDialog({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const payments = useTranslations("payments");
  const [form, setForm] = useState({
    method: "alipay",
    locale: "cn",
    count: "10",
    amount: "",
    price: "",
    expires: "",
  });
  const change = (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part }));
  const amountKopecks = typedKopecks(form.amount);
  const priceFen = typedKopecks(form.price);
  const count = Number(form.count);
  const wanted = Number.isInteger(count) ? count : 0;
  const isWhole =
    amountKopecks !== null &&
    priceFen !== null &&
    Number.isInteger(count) &&
    count >= 1 &&
    count <= couponLimits.batchSize &&
    form.expires !== "";
  return (
    <ConfirmAction
      title={t("coupons.create")}
      facts={[
        [t("coupons.total"), isWhole ? displayRoubles(amountKopecks * count) : "—"],
        [t("coupons.totalPrice"), isWhole ? `${fenText(priceFen * count)} CNY` : "—"],
      ]}
      warning={t("coupons.createWarning")}
      submit={t("coupons.createCount", { count: wanted, shown: formatNumber(wanted) })}
      reason={{ label: t("coupons.note") }}
      call={(note) =>
        isWhole
          ? {
              path: "desk/coupon-batches",
              isKeyed: true,
              body: {
                method: form.method,
                locale: form.locale,
                count,
                amountKopecks,
                priceFen,
                note,
                expiresAt: `${form.expires}T23:59:59Z`,
              },
            }
          : null
      }
      onDone={onMade as (answer: never) => void}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t("facts.method")}
          value={form.method}
          onChange={(method) => change({ method })}
          options={couponMethods.map((method) => [method, payments(`methods.${method}`)] as const)}
        />
        <Choice
          label={t("person.language")}
          value={form.locale}
          onChange={(locale) => change({ locale })}
          options={locales.map((locale) => [locale, localeFacts[locale].name] as const)}
        />
        <TextFilter
          label={t("coupons.count")}
          type="text"
          inputMode="numeric"
          value={form.count}
          onChange={(text) => change({ count: text.replace(/\D/g, "").slice(0, 4) })}
        />
        <TextFilter
          label={t("coupons.until")}
          type="date"
          value={form.expires}
          onChange={(expires) => change({ expires })}
        />
        <AmountInput
          label={t("coupons.each")}
          value={form.amount}
          onChange={(amount) => change({ amount })}
        />
        <AmountInput label={t("coupons.price")} value={form.price} onChange={(price) => change({ price })} />
      </div>
    </ConfirmAction>
  );
}
