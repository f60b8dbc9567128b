import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";

/** Says why the form below does nothing when scripts are off. */
export function NoScript() {
  const t = useTranslations("identity.form");
  return (
    <noscript>
      <Notice tone="warn" title={t("noScript")} className="mb-4" />
    </noscript>
  );
}
