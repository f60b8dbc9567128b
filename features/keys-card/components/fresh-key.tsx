import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { CopyLine } from "#features/identity/components/copy-line.tsx";
import { FreshSecret } from "#features/identity/settings/components/fresh-secret.tsx";

/** Stands in examples where the key belongs. */
const PLACEHOLDER = "YOUR_API_KEY";

/** A key that has just been made, this once. */
export function FreshKey({ apiKey }: { apiKey: string }) {
  const t = useTranslations("identity.settings.apiKey");
  return (
    <FreshSecret
      title={t("freshTitle")}
      lead={t("freshText")}
      secret={apiKey}
      copyLabel={t("copyKey")}
      testId="fresh-key"
    />
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
