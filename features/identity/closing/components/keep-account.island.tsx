"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { useKeepAccount } from "#features/identity/closing/closing.client.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { openPage } from "#features/identity/identity.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** Until when the account can be kept, and the button that keeps it. */
export function KeepAccount({ endsAt }: { endsAt: string }) {
  const t = useTranslations("identity.closing");
  const locale = localeFromTag(useLocale());
  const keep = useKeepAccount();
  return (
    <div className="grid gap-4">
      <p className="text-sm">{t.rich("pageText", { moment: () => <Moment at={endsAt} form="date" /> })}</p>
      <FormProblem problem={keep.error && toApiProblem(keep.error)} />
      <Button
        tone="accent"
        busy={keep.isPending}
        onClick={() =>
          keep.mutate(undefined, { onSuccess: () => openPage(localizedPath(locale, "/profile/settings")) })
        }
      >
        {t("keep")}
      </Button>
    </div>
  );
}
