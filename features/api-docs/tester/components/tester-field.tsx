import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import type { TesterField } from "#features/api-docs/tester/tester.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What ties a control to its label, hint and error. */
export type ControlAttributes = ReturnType<typeof describedBy> & { "data-slot"?: string };

type TesterFieldFrameProps = {
  id: string;
  field: TesterField;
  /** The page's words about the parameter; the contract's English without them. */
  hint: string | undefined;
  isMissing: boolean;
  children: (attributes: ControlAttributes) => ReactNode;
};

/** The label of a parameter with its type and bounds, its hint, and what is wrong with it. */
export function TesterFieldFrame({ id, field, hint, isMissing, children }: TesterFieldFrameProps) {
  const t = useTranslations("buyerApi.tester");
  const ui = useTranslations("ui");
  const words = hint ?? field.hint;
  const error = isMissing ? ui("required") : undefined;
  return (
    <Field
      id={id}
      className={isWide(field) ? "min-w-0 @2xl:col-span-2" : "min-w-0"}
      label={
        <code translate="no" className="font-mono">
          {field.name}
        </code>
      }
      aside={
        <span className="text-right text-muted text-xs">
          {field.isRequired ? <strong className="font-semibold text-text">{t("required")} · </strong> : null}
          {useTypeWords(field)}
        </span>
      }
      hint={
        words === undefined ? undefined : hint === undefined ? (
          <span lang="en">{words.replaceAll("`", "")}</span>
        ) : (
          words
        )
      }
      error={error}
    >
      {children(describedBy(id, { hint: words, error }))}
    </Field>
  );
}

/** Lists to choose from and JSON need room. */
const isWide = ({ kind, choices }: TesterField) =>
  kind === "json" || (kind === "list" && choices !== undefined);

/** "number, 4–672, without it: 4". */
function useTypeWords({ kind, min, max, fallback }: TesterField): string {
  const t = useTranslations("buyerApi.tester");
  const bounds = kind === "number" ? boundsOf(min, max, (bound) => formatNumber(bound)) : undefined;
  return [
    t(`kinds.${kind}`),
    bounds,
    kind === "text" && max !== undefined ? t("characters", { max, shown: formatNumber(max) }) : undefined,
    fallback === undefined ? undefined : t("fallback", { value: fallback }),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** Signs instead of words: they read the same in every language. */
function boundsOf(
  min: number | undefined,
  max: number | undefined,
  text: (bound: number) => string,
): string | undefined {
  if (min !== undefined && max !== undefined) return `${text(min)}–${text(max)}`;
  if (min !== undefined) return `≥ ${text(min)}`;
  return max === undefined ? undefined : `≤ ${text(max)}`;
}
