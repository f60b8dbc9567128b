"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { downloadExport } from "#features/ledger/statement/statement.client.ts";
import { type ExportFormat, exportFormats } from "#features/ledger/statement/statement.contract.ts";
import { limits, type StatementBalance } from "#features/ledger/statement/statement.rules.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { now } from "#lib/clock.ts";
import { isoDay } from "#lib/i18n/formats.ts";

type ExportDialogProps = {
  balance: StatementBalance;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  timeZone: string;
  /** Days chosen on the page, taken over. */
  from: string;
  to: string;
};

/** Period and format of a download. What was refused is said in the dialog, and nothing chosen is lost. */
export function ExportDialog({ balance, open, onOpenChange, timeZone, from, to }: ExportDialogProps) {
  const t = useTranslations("ledger.statement.export");
  const filters = useTranslations("ledger.statement.filters");
  const today = isoDay(now(), timeZone);
  const [format, setFormat] = useState<ExportFormat>("pdf");
  const [days, setDays] = useState({ from: from || `${today.slice(0, 8)}01`, to: to || today });
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);

  const download = async () => {
    setBusy(true);
    setProblem("");
    try {
      await downloadExport({ balance, format, ...days, timeZone });
      showToast({ type: "success", text: t("done") });
      onOpenChange(false);
    } catch (error) {
      setProblem((error as ApiProblem).message || t("failed"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      description={t("hint", { days: limits.exportDays })}
      closeLabel={t("close")}
      actions={
        <Button
          tone="accent"
          busy={isBusy}
          disabled={!days.from || !days.to}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void download()}
        >
          {t("submit")}
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="export-from"
          label={filters("from")}
          type="date"
          value={days.from}
          onChange={({ target }) => setDays({ ...days, from: target.value })}
        />
        <TextField
          id="export-to"
          label={filters("to")}
          type="date"
          value={days.to}
          onChange={({ target }) => setDays({ ...days, to: target.value })}
        />
        <Field id="export-format" label={t("format")} className="sm:col-span-2">
          <Select
            id="export-format"
            value={format}
            onChange={({ target }) => setFormat(target.value as ExportFormat)}
          >
            {exportFormats.toReversed().map((one) => (
              <option key={one} value={one}>
                {t(one)}
              </option>
            ))}
          </Select>
        </Field>
        <p role="status" className="min-h-5 sm:col-span-2 text-sm">
          {isBusy ? <span className="text-muted">{t("running")}</span> : null}
          {problem ? <span className="font-medium text-bad">{problem}</span> : null}
        </p>
      </div>
    </Dialog>
  );
}
