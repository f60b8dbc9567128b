import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";

/** Backup codes, shown this once. They take the focus, which has gone with the form before them. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations("identity.secondFactor");
  const ui = useTranslations("ui");
  const frame = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
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
    </div>
  );
}
