"use client";

import cookie from "js-cookie";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { keepConsent } from "#features/site/consent.client.ts";
import { consents, cookies } from "#lib/cookies.ts";

const answers: readonly string[] = Object.values(consents);

/**
 * Asks once whether visits may be counted; until then nothing but what the site needs is kept. It floats, so nothing on the page
 * moves; and it is in the page from the start, shown by `data-asks-consent` (`appearance.script.ts`): drawn by the script it would
 * come last and be the largest thing that a first visit waits for. The staff are not asked at their desk (`data-no-consent`).
 */
export function CookieNotice() {
  const t = useTranslations("site.cookieNotice");
  const [shown, setShown] = useState(true);
  useEffect(() => setShown(!answers.includes(cookie.get(cookies.cookieNotice.name) ?? "")), []);
  if (!shown) return null;
  const answer = (consent: (typeof consents)[keyof typeof consents]) => {
    keepConsent(consent);
    setShown(false);
  };
  return (
    <aside
      aria-label={t("label")}
      className="cookie-notice fixed inset-x-4 bottom-4 z-20 gap-3 rounded-lg border border-line bg-raised p-3 pl-4 text-sm shadow-pop sm:right-auto sm:max-w-md"
    >
      {/* Two short paragraphs: browsers measure each by itself, and neither is larger than what the page is about. */}
      <div className="text-muted text-xs">
        <p>{t("text")}</p>
        <p>{t("question")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => answer(consents.all)}>
          {t("accept")}
        </Button>
        <Button size="sm" onClick={() => answer(consents.necessary)}>
          {t("necessary")}
        </Button>
      </div>
    </aside>
  );
}
