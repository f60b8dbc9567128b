import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { readUnitFile } from "#features/ready-accounts/unit-files.rules.ts";

type DeliveredAccountsProps = { items: readonly string[]; onDownload: () => void };

/** What was delivered: each account to copy, those that are files by name, and all of them as a file. */
export function DeliveredAccounts({ items, onDownload }: DeliveredAccountsProps) {
  const t = useTranslations("readyAccounts.delivered");
  const ui = useTranslations("ui");
  return (
    <div className="grid gap-3">
      <ol
        aria-label={t("list")}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {items.map((item, place) => {
          const file = readUnitFile(item);
          return (
            <li key={item} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 select-all wrap-anywhere text-sm">{file?.name ?? item}</code>
              {file ? null : (
                <CopyButton
                  text={item}
                  label={t("copy", { place: place + 1 })}
                  copiedLabel={ui("copied")}
                  failedLabel={ui("copyFailed")}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Button
        className="justify-self-start"
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={onDownload}
      >
        {t("download")}
      </Button>
    </div>
  );
}
