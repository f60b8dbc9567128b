import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import { listProblem, type TypedStock } from "#features/ready-accounts/stock/typed-stock.rules.ts";
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
  const ui = useTranslations("ui");
  const id = useId();
  const hint = t("textHint", { template });
  const problem = listProblem(typed);
  const error =
    problem === "too-long"
      ? t("tooLong", { shown: formatNumber(stockLimits.text) })
      : problem === "missing" && isTried
        ? ui("required")
        : undefined;
  return (
    <>
      <Field id={id} label={t("text")} hint={hint} error={error}>
        <Textarea
          {...describedBy(id, { hint, error })}
          value={typed.text}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      <Field id={`${id}-file`} label={t("file")}>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="touch text-sm"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (file) onChange({ text: await file.text() });
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
