"use client";

import cookie from "js-cookie";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cookies } from "#lib/cookies.ts";

/** Says once that the site uses cookies. It floats, so nothing on the page moves. */
export function CookieNotice() {
  const t = useTranslations("site.cookieNotice");
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(cookie.get(cookies.cookieNotice.name) === undefined), []);
  if (!shown) return null;
  const accept = () => {
    cookie.set(cookies.cookieNotice.name, "1", {
      path: "/",
      sameSite: "lax",
      expires: cookies.cookieNotice.maxAgeSeconds / 86_400,
    });
    setShown(false);
  };
  return (
    <aside
      aria-label={t("label")}
      className="fixed inset-x-4 bottom-4 z-20 flex items-center gap-3 rounded-lg border border-line bg-raised p-3 pl-4 text-sm shadow-pop sm:right-auto sm:max-w-md"
    >
      <p className="text-muted">{t("text")}</p>
      <Button size="sm" onClick={accept}>
        {t("accept")}
      </Button>
    </aside>
  );
}
