"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { TextFilter } from "#features/back-office/components/choice.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { CouponView } from "#features/back-office/coupons/coupons.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** A coupon by the last four characters of its code: all that is still readable of it. */
export function CouponSearch() {
  const t = useTranslations("backOffice");
  const [text, setText] = useState("");
  const ending = text.trim().toUpperCase();
  const isWhole = /^[A-Z0-9]{4}$/.test(ending);
  const { data } = useQuery({
    queryKey: ["desk", "coupons", ending],
    queryFn: () => getJson<z.infer<typeof CouponView>[]>("desk/coupons", { params: { ending } }),
    enabled: isWhole,
  });
  return (
    <Card className="grid gap-3 p-5">
      <div className="max-w-60">
        <TextFilter label={t("coupons.byEnding")} value={text} onChange={setText} />
      </div>
      {isWhole && data ? (
        data.length === 0 ? (
          <p className="text-muted text-sm">{t("coupons.none")}</p>
        ) : (
          <ul className="grid gap-1 text-sm">
            {data.map((coupon) => (
              <li key={coupon.id} className="flex flex-wrap gap-x-3">
                <code className="font-mono">····{coupon.ending}</code>
                <span>{t("coupons.batch", { id: coupon.batchId })}</span>
                {coupon.redeemedAt && coupon.paymentId ? (
                  <span>
                    <Moment at={coupon.redeemedAt} />{" "}
                    <LocaleLink href={`/desk/payments/${coupon.paymentId}`} className="text-link underline">
                      {t("paymentNumber", { id: coupon.paymentId })}
                    </LocaleLink>
                  </span>
                ) : (
                  <span className="text-muted">{t("coupons.unused")}</span>
                )}
              </li>
            ))}
          </ul>
        )
      ) : null}
    </Card>
  );
}
