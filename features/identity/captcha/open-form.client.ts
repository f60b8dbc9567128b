import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { useSending } from "#features/identity/sending.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { api } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";

type OpenForm<Values extends FieldValues> = {
  readonly form: UseFormReturn<Values>;
  /** Which field the API's refusal belongs to; the others are the form's `problem`. */
  readonly fieldOf: Readonly<Record<string, Path<Values>>>;
  readonly onSent: (answer: never) => void;
};

/** A form that guests may send as well, with the answer of a captcha; its work begins with the first field. */
export function useOpenForm<Values extends FieldValues>({ form, fieldOf, onSent }: OpenForm<Values>) {
  const { visitor, isKnown } = useVisitor();
  const isGuest = isKnown && !visitor;
  const [isTouched, setTouched] = useState(false);
  const captcha = useCaptcha(isGuest && isTouched, "mail");
  const sending = useSending({ form, fieldOf, onRefused: captcha.onRefused });
  /** Sends what is asked for, once per press; `name` is whose idempotency key it takes. */
  const send = (name: string, path: string, asked: object) =>
    sending.send(async () => {
      const answer = isGuest ? await captcha.take() : null;
      if (isGuest && answer === null) return captcha.ask();
      const body = answer === null ? asked : { ...asked, captcha: answer };
      const sent = await callOnce(name, asked, (headers) => api.post(path, body, { headers }));
      onSent(sent as never);
    });
  const touch = () => setTouched(true);
  const { isSubmitting } = form.formState;
  return { isKnown, isGuest, isTouched, touch, captcha, isSubmitting, problem: sending.problem, send };
}
