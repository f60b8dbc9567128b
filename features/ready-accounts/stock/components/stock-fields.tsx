import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { FileInput } from "#components/ui/file-input.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { archiveMegabytes, stockFormats, stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import {
  inFormat,
  listProblem,
  type TypedStock,
  typedFile,
} from "#features/ready-accounts/stock/typed-stock.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type StockFieldsProps = {
  /** Of the offer that the accounts are for. */
  template: string;
  typed: TypedStock;
  onChange: (part: Partial<TypedStock>) => void;
  /** It was tried to send them: a list that is missing is then said at its field. */
  isTried?: boolean;
};

/** The fields of an upload: accounts that are pasted or read from a file, and until when they are sold. */
export function StockFields({ template, typed, onChange, isTried = false }: StockFieldsProps) {
  const t = useTranslations("readyAccounts.stock");
  const id = useId();
  const { format } = typed;
  const hint = t(`hints.${format}`, { template });
  const error = useListError(typed, isTried);
  const isArchive = format === "zip";
  const told = { hint, error };
  const toldByFile = isArchive ? told : {};
  const fileId = `${id}-file`;
  return (
    <>
      <SegmentedChoice
        label={t("format")}
        values={stockFormats}
        chosen={format}
        onChoose={(chosen) => onChange(inFormat(typed, chosen))}
        textOf={(one) => t(`formats.${one}`)}
        wraps
      />
      {isArchive ? null : (
        <TextareaField
          id={id}
          label={t(`labels.${format}`)}
          {...told}
          value={typed.text}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      <Field id={fileId} label={isArchive ? t("labels.zip") : t("file")} {...toldByFile}>
        <FileInput
          {...describedBy(fileId, toldByFile)}
          accept=".csv,.txt,.json,.zip,text/csv,text/plain,application/json,application/zip"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (file) onChange(await typedFile(file));
          }}
        />
      </Field>
      <TextField
        id={`${id}-expires`}
        label={t("expires")}
        type="date"
        value={typed.expires}
        onChange={(event) => onChange({ expires: event.target.value })}
      />
      <Checkbox
        checked={typed.skipsRefused}
        onChange={(event) => onChange({ skipsRefused: event.target.checked })}
      >
        {t("skips")}
      </Checkbox>
    </>
  );
}

/** What is wrong with the list; one that is missing is said once it was tried to send it. */
function useListError(typed: TypedStock, isTried: boolean): string | undefined {
  const t = useTranslations("readyAccounts.stock");
  const ui = useTranslations("ui");
  const problem = listProblem(typed);
  if (problem === "missing" && isTried) return ui("required");
  if (problem !== "too-long") return undefined;
  return typed.format === "zip"
    ? t("archiveTooLarge", { shown: formatNumber(archiveMegabytes) })
    : t("tooLong", { shown: formatNumber(stockLimits.text) });
}
