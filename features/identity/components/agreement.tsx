import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { describedBy } from "#components/ui/field.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";

type AgreementProps = {
  name: "agreePrivacy" | "agreeOffer";
  /** The document that is agreed to. */
  href: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
};

/** A box to tick, with the document that it is about. */
export function Agreement({ name, href, field, error }: AgreementProps) {
  const t = useTranslations("identity.fields");
  const link = (words: ReactNode) => (
    <LocaleLink href={href} target="_blank" rel="noopener" className="text-link underline">
      {words}
    </LocaleLink>
  );
  return (
    <div>
      <Checkbox {...field} {...describedBy(name, { error })}>
        {t.rich(name, { link })}
      </Checkbox>
      {error ? (
        <p id={`${name}-error`} role="alert" className="font-medium text-bad text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}
