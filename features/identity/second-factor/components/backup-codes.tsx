import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Backup codes, shown this once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations("identity.secondFactor");
  const ui = useTranslations("ui");
  return (
    <Notice tone="warn" live title={t("backupTitle")}>
      <p>{t("backupText")}</p>
      <ul
        data-testid="backup-codes"
        className="tabular mt-3 grid gap-x-6 gap-y-1 font-mono font-semibold sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button onClick={onDone}>{t("backupDone")}</Button>
        <CopyButton
          text={codes.join("\n")}
          label={t("copyCodes")}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
        />
      </div>
    </Notice>
  );
}
