import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";

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
  const fieldOf = (field: keyof Written) => {
    const name = field as Path<Values>;
    const isGiven = (text: string) => text.trim() !== "" || t(`${field}Missing`);
    return {
      id: `${id}-${field}`,
      label: t(field),
      error: form.getFieldState(name, form.formState).error?.message,
      ...form.register(name, { validate: { isGiven } }),
      maxLength: limits[`${field}Characters`],
    };
  };
  return (
    <>
      <TextField {...fieldOf("name")} autoComplete="name" />
      {children}
      <TextareaField {...fieldOf("text")} rows={5} />
    </>
  );
}
