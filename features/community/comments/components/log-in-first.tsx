import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { gobackPath, pathHere } from "#lib/http/goback.ts";

/** In the browser: what a guest is told who wants to say something, with the way to do so and back to the page that is open. */
export function LogInFirst() {
  const t = useTranslations("community.comments");
  const frame = useFocusFirst<HTMLParagraphElement>();
  return (
    <Notice tone="info" live title={t("logIn")}>
      <p ref={frame}>
        <LocaleLink href={gobackPath("/authorization", pathHere())} className="text-link underline">
          {t("toLogin")}
        </LocaleLink>
      </p>
    </Notice>
  );
}
