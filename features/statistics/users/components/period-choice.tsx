import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { type Choice, type PurchaseKind, periods } from "#features/statistics/users/users.rules.ts";

type Period = Pick<Choice, "days" | "from" | "to">;
type ChoiceProps = {
  choice: Period;
  /** The days that are shown now: what an own period begins with. */
  shown: { from: string; to: string };
  onChange: (change: Partial<Period>) => void;
};

/** Days up to today by name, or from one day to another. */
export function PeriodChoice({ choice, shown, onChange }: ChoiceProps) {
  const t = useTranslations("statistics.period");
  const isOwn = choice.days === 0;
  return (
    <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
      <fieldset aria-label={t("label")} className={cx(segmentedClasses, "max-sm:w-full max-sm:flex-wrap")}>
        {periods.map((days) => (
          <Segment
            key={days}
            chosen={choice.days === days}
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
            onClick={() => onChange({ days, from: "", to: "" })}
          >
            {t(`${days}`)}
          </Segment>
        ))}
        <Segment
          chosen={isOwn}
          className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
          onClick={() => onChange({ days: 0, ...shown })}
        >
          {t("own")}
        </Segment>
      </fieldset>
      {isOwn ? (
        <div className="grid grid-cols-2 gap-3 max-sm:w-full">
          <TextField
            id="statistics-from"
            label={t("from")}
            type="date"
            value={choice.from}
            max={choice.to}
            onChange={({ target }) => target.value && onChange({ from: target.value })}
          />
          <TextField
            id="statistics-to"
            label={t("to")}
            type="date"
            value={choice.to}
            min={choice.from}
            onChange={({ target }) => target.value && onChange({ to: target.value })}
          />
        </div>
      ) : null}
    </div>
  );
}

type KindProps<Kind extends PurchaseKind> = {
  kinds: readonly Kind[];
  kind: Kind;
  onChange: (kind: Kind) => void;
};

/** Numbers for SMS, rented ones, ready accounts, or all of it. */
export function KindChoice<Kind extends PurchaseKind>({ kinds, kind, onChange }: KindProps<Kind>) {
  const t = useTranslations("statistics.kind");
  return (
    <fieldset aria-label={t("label")} className={cx(segmentedClasses, "max-sm:w-full max-sm:flex-wrap")}>
      {kinds.map((one) => (
        <Segment
          key={one}
          chosen={kind === one}
          className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
          onClick={() => onChange(one)}
        >
          {t(one as PurchaseKind)}
        </Segment>
      ))}
    </fieldset>
  );
}
