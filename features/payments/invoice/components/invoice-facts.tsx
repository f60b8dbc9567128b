import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { amountWords } from "#features/payments/components/amount-words.tsx";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import type { QrPath } from "#features/payments/invoice/invoice.loaders.ts";

/** What to send and where: code to scan, exact amount, address, network. */
export function InvoiceFacts({ invoice, qr }: { invoice: InvoiceView; qr: QrPath }) {
  const t = useTranslations("payments.invoice");
  const { amountUsdt, address } = invoice;
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
        <QrCode qr={qr} label={t("qr")} />
        <dl className="grid gap-4">
          <Fact label={t("amount")} copy={amountUsdt} copyLabel={t("copyAmount")}>
            <span className="tabular wrap-anywhere font-bold text-xl sm:text-2xl">
              {amountWords({ amount: amountUsdt, currency: "USDT" })}
            </span>
          </Fact>
          <Fact label={t("address")} copy={address} copyLabel={t("copyAddress")}>
            <span className="break-all font-mono text-sm" translate="no">
              {address}
            </span>
          </Fact>
          <Fact label={t("network")}>
            <span className="font-medium" translate="no">
              {t("networkName")}
            </span>
          </Fact>
        </dl>
      </div>
      <Notice tone="warn" title={t("warnTitle")}>
        {t("warn")}
      </Notice>
    </div>
  );
}

/** Black on white in both themes: cameras want it so. */
function QrCode({ qr, label }: { qr: QrPath; label: string }) {
  return (
    <div className="mx-auto w-fit rounded-lg border border-line bg-white p-4">
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
        className="size-44 fill-black"
      >
        <path d={qr.path} />
      </svg>
    </div>
  );
}

type FactProps = { label: string; copy?: string; copyLabel?: string; children: ReactNode };

function Fact({ label, copy, copyLabel, children }: FactProps) {
  const tUi = useTranslations("ui");
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="flex items-center justify-between gap-2">
        {children}
        {copy !== undefined && copyLabel !== undefined ? (
          <CopyButton
            text={copy}
            label={copyLabel}
            copiedLabel={tUi("copied")}
            failedLabel={tUi("copyFailed")}
            className="shrink-0"
          />
        ) : null}
      </dd>
    </div>
  );
}
