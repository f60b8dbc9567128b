import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.island.tsx";

/** A licence key to copy: it is long, and nobody types it. */
export function LicenceKey({ licenceKey }: { licenceKey: string }) {
  const t = useTranslations("licences.mine");
  const ui = useTranslations("ui");
  return (
    <div className="flex min-w-0 items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 select-all truncate text-sm">{licenceKey}</code>
      <CopyButton
        text={licenceKey}
        label={t("copyKey")}
        copiedLabel={ui("copied")}
        failedLabel={ui("copyFailed")}
      />
    </div>
  );
}
