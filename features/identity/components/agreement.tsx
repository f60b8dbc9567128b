import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { describedBy } from "#components/ui/field.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";

type AgreementProps = { field: UseFormRegisterReturn; error: string | undefined };

/** The one box to tick for the two documents that a new account agrees to: privacy and cookies, and the public offer. */
export function Agreement({ field, error }: AgreementProps) {
  const t = useTranslations("identity.fields");
  const to = (href: string) => (words: ReactNode) => (
    <LocaleLink href={href} target="_blank" rel="noopener" className="text-link underline">
      {words}
    </LocaleLink>
  );
  return (
    <div>
      <Checkbox {...field} {...describedBy("agreement", { error })}>
        {t.rich("agreement", { privacy: to("/privacy-policy"), offer: to("/public-offer") })}
      </Checkbox>
      {error ? (
        <p id="agreement-error" role="alert" className="font-medium text-bad text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}
