import { cx } from "#components/ui/class-names.ts";
import { Pictogram } from "#components/ui/pictogram.tsx";
import type { MethodView } from "#features/payments/payments.contract.ts";

/** The ways to pay as radio buttons with their marks; `range` says in words from which amount one can be used. */
export function MethodChoice({
  legend,
  methods,
  chosen,
  range,
  onChoose,
}: {
  legend: string;
  methods: readonly MethodView[];
  chosen: string;
  range: (method: MethodView) => string;
  onChoose: (id: string) => void;
}) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {methods.map((method) => (
        <label
          key={method.id}
          className={cx(
            "flex cursor-pointer items-center gap-3 rounded-md border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
            method.id === chosen ? "border-accent bg-accent-soft" : "border-line hover:border-line-strong",
          )}
        >
          <input
            type="radio"
            name="method"
            value={method.id}
            checked={method.id === chosen}
            onChange={() => onChoose(method.id)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="grid min-w-0">
            <span className="font-medium text-sm">{method.name}</span>
            <span className="tabular text-muted text-xs">{range(method)}</span>
          </span>
          <span className="ml-auto flex shrink-0 gap-1">
            {method.marks.map((mark) => (
              <Pictogram key={mark} src={mark} width={36} height={24} className="h-6 w-9" />
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
