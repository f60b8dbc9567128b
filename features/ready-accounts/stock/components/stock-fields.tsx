import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
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
        <Field id={id} label={t(`labels.${format}`)} {...told}>
          <Textarea
            {...describedBy(id, told)}
            value={typed.text}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </Field>
      )}
      <Field id={fileId} label={isArchive ? t("labels.zip") : t("file")} {...toldByFile}>
        <input
          {...describedBy(fileId, toldByFile)}
          type="file"
          accept=".csv,.txt,.json,.zip,text/csv,text/plain,application/json,application/zip"
          className="touch text-sm"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (file) onChange(await typedFile(file));
          }}
        />
      </Field>
      <Field id={`${id}-expires`} label={t("expires")}>
        <Input
          id={`${id}-expires`}
          type="date"
          value={typed.expires}
          onChange={(event) => onChange({ expires: event.target.value })}
        />
      </Field>
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
