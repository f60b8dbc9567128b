import type { ComponentProps } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";

type Labelled = Pick<ComponentProps<typeof Field>, "id" | "label" | "hint" | "error" | "aside">;

/** One line of text with its label, hint and error; whatever else is given is the control's. */
export function TextField({ id, label, hint, error, aside, ...control }: ComponentProps<"input"> & Labelled) {
  return (
    <Field {...{ id, label, hint, error, aside }}>
      <Input {...control} {...describedBy(id, { hint, error })} />
    </Field>
  );
}

/** The same for several lines. */
export function TextareaField({
  id,
  label,
  hint,
  error,
  aside,
  ...control
}: ComponentProps<"textarea"> & Labelled) {
  return (
    <Field {...{ id, label, hint, error, aside }}>
      <Textarea {...control} {...describedBy(id, { hint, error })} />
    </Field>
  );
}
