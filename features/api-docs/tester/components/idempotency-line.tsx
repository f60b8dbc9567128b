import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

type IdempotencyLineProps = { methodId: string; value: string; onRenew: () => void };

/** The `Idempotency-Key` that goes with a write: the same one repeats the call, a new one is a new call. */
export function IdempotencyLine({ methodId, value, onRenew }: IdempotencyLineProps) {
  const t = useTranslations("buyerApi.tester");
  const id = `${methodId}-idempotency-key`;
  return (
    <Field
      id={id}
      label={
        <code translate="no" className="font-mono">
          Idempotency-Key
        </code>
      }
      hint={t("idempotency.hint")}
    >
      <div className="flex gap-2">
        <Input {...describedBy(id, { hint: true })} readOnly value={value} className="font-mono" />
        <Button icon={<RefreshCw aria-hidden="true" className="size-4" />} onClick={onRenew}>
          {t("idempotency.renew")}
        </Button>
      </div>
    </Field>
  );
}
