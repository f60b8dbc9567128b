import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type Sending<Values extends FieldValues> = {
  readonly form: UseFormReturn<Values>;
  /** Which field the API's refusal belongs to; the others are the form's `problem`. */
  readonly fieldOf: Readonly<Record<string, Path<Values>>>;
  /** Hears of every refusal first. */
  readonly onRefused?: (refused: ApiProblem) => void;
};

/** Sends a form: what is refused stands at the field it belongs to, or is the form's `problem` until it is sent again. */
export function useSending<Values extends FieldValues>({ form, fieldOf, onRefused }: Sending<Values>) {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const send = async (work: () => Promise<void>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const refused = toApiProblem(error);
      onRefused?.(refused);
      const field = fieldOf[refused.code];
      if (!field) return setProblem(refused);
      form.setError(field, { message: refused.message }, { shouldFocus: true });
    }
  };
  return { problem, send };
}
