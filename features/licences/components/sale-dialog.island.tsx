"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { softwarePath } from "#features/licences/agents/agents.rules.ts";
import { LicenceKey } from "#features/licences/components/licence-key.tsx";
import type { Licence } from "#features/licences/licences.contract.ts";
import { licencesKey } from "#features/licences/software.client.ts";
import { PriceButton } from "#features/rentals/components/price-button.tsx";
import { useIntent, usePaying } from "#features/rentals/intents.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

type Wish = { maxPriceKopecks: number; productId?: number; agent?: string | null };

type SaleDialogProps = {
  /** What is called, and by which name its idempotency key is kept. */
  call: { readonly name: string; readonly path: string; readonly body: Omit<Wish, "maxPriceKopecks"> };
  /** Whose licence it is. */
  productId: number;
  title: string;
  priceKopecks: number;
  rubPerUsd: number | null;
  texts: { readonly plain: string; readonly priced: (price: () => ReactNode) => ReactNode };
  /** What is sold. */
  children: ReactNode;
  onSold?: () => void;
  onClose: () => void;
};

/** The window that sells a licence or another term of one; then it shows the key. */
export function SaleDialog({
  call,
  productId,
  title,
  priceKopecks,
  rubPerUsd,
  texts,
  children,
  onSold,
  onClose,
}: SaleDialogProps) {
  const t = useTranslations("licences.sale");
  const ui = useTranslations("ui");
  const client = useQueryClient();
  const paying = usePaying(
    () => softwarePath(call.body.agent),
    () => ({ kind: "software", productId }),
  );
  const intent = useIntent<Wish, Licence>(call.name, call.path);
  const { pending } = intent;
  const [refusal, setRefusal] = useState<string | null>(pending ? paying.noAnswer : null);
  const [licence, setLicence] = useState<Licence | null>(null);
  const total = pending?.maxPriceKopecks ?? priceKopecks;

  const buy = async () => {
    if (intent.isBusy) return;
    setRefusal(null);
    if (!pending && !(await paying.mayPay(total))) return;
    try {
      setLicence(await intent.send({ ...call.body, maxPriceKopecks: total }));
    } catch (error) {
      void client.invalidateQueries({ queryKey: licencesKey });
      return setRefusal(paying.follow(toApiProblem(error)));
    }
    onSold?.();
    void client.invalidateQueries({ queryKey: balanceKey });
    void client.invalidateQueries({ queryKey: licencesKey });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={licence ? t("done") : title}
      description={licence ? licence.product.name : undefined}
      closeLabel={ui("close")}
      actions={
        licence ? null : (
          <PriceButton
            totalKopecks={total}
            rubPerUsd={rubPerUsd}
            busy={intent.isBusy}
            plain={texts.plain}
            priced={texts.priced}
            onPress={() => void buy()}
          />
        )
      }
    >
      {licence ? (
        <div className="grid gap-3">
          <p className="text-muted text-sm">{t("kept")}</p>
          {licence.key ? <LicenceKey licenceKey={licence.key} /> : null}
        </div>
      ) : (
        <div className="grid gap-4">
          {children}
          {refusal ? (
            <Notice tone="bad" live>
              {refusal}
            </Notice>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}
