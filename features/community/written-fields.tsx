import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";

export type Written = { name: string; text: string };

/** Which field the API's refusal of what was written belongs to; the others stand above the button. */
export const writtenFieldOf: Readonly<Record<string, keyof Written>> = {
  TOO_MANY_LINKS: "text",
  TEXT_REPEATED: "text",
};

type WrittenFieldsProps<Values extends Written> = {
  form: UseFormReturn<Values>;
  /** Whose words name the fields. */
  topic: "comments" | "reviews";
  limits: { readonly nameCharacters: number; readonly textCharacters: number };
  /** Stands between the two. */
  children?: ReactNode;
};

/** Who writes and what, for all to read: a name and a text, both of which have to be given. */
export function WrittenFields<Values extends Written>({
  form,
  topic,
  limits,
  children,
}: WrittenFieldsProps<Values>) {
  const t = useTranslations(`community.${topic}`);
  const id = useId();
  const controlOf = (field: keyof Written) => {
    const name = field as Path<Values>;
    const { error } = form.getFieldState(name, form.formState);
    const isGiven = (text: string) => text.trim() !== "" || t(`${field}Missing`);
    return {
      field: { id: `${id}-${field}`, label: t(field), error: error?.message },
      control: {
        ...form.register(name, { validate: { isGiven } }),
        ...describedBy(`${id}-${field}`, { error }),
        maxLength: limits[`${field}Characters`],
      },
    };
  };
  const [name, text] = [controlOf("name"), controlOf("text")];
  return (
    <>
      <Field {...name.field}>
        <Input {...name.control} autoComplete="name" />
      </Field>
      {children}
      <Field {...text.field}>
        <Textarea {...text.control} rows={5} />
      </Field>
    </>
  );
}
