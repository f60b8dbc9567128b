import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { CopyLine } from "#features/identity/settings/components/copy-line.tsx";

/** Stands in examples where the key belongs. */
const PLACEHOLDER = "YOUR_API_KEY";

/** A key that has just been made, this once. */
export function FreshKey({ apiKey }: { apiKey: string }) {
  const t = useTranslations("identity.settings.apiKey");
  const ui = useTranslations("ui");
  return (
    <Notice tone="warn" live title={t("freshTitle")}>
      <p>{t("freshText")}</p>
      <div className="mt-2 flex items-center gap-1">
        <code data-testid="fresh-key" className="break-all font-mono font-semibold text-base">
          {apiKey}
        </code>
        <CopyButton
          text={apiKey}
          label={t("copyKey")}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
        />
      </div>
    </Notice>
  );
}

/** The address of the bots' protocol and an example that holds the fresh key. */
export function HowToUse({ baseUrl, apiKey }: { baseUrl: string; apiKey: string | null }) {
  const t = useTranslations("identity.settings.apiKey");
  const call = `curl "${baseUrl}?action=getBalance&api_key=${apiKey ?? PLACEHOLDER}"`;
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <h3 className="font-semibold text-sm">{t("howTitle")}</h3>
      <p className="max-w-2xl text-muted text-sm">
        {t("howText")}{" "}
        <LocaleLink href="/docs" className="font-medium text-link underline">
          {t("docs")}
        </LocaleLink>
      </p>
      <CopyLine label={t("address")} text={baseUrl} copyLabel={t("copyAddress")} />
      <CopyLine label={t("example")} text={call} copyLabel={t("copyExample")} />
    </div>
  );
}
