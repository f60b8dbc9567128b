"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** A recovery of the second factor that waits, with its end and the way to cancel it. */
export function RunningRecovery({ endsAt }: { endsAt: string }) {
  const t = useTranslations("identity.recovery");
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const cancel = useMutation({
    meta: saidBeside,
    mutationFn: () => api.delete("auth/second-factor/recovery"),
    onSuccess: () => showToast({ type: "success", text: t("cancelled") }),
    onSettled: () =>
      Promise.all(
        [["auth"], ["users", "security-events"]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <div className="grid gap-3">
      <Notice tone="warn" live title={t("runsTitle")}>
        {t("runsText", { moment: formatMoment(locale, new Date(endsAt), timeZone) })}
      </Notice>
      <FormProblem problem={cancel.error ? toApiProblem(cancel.error) : null} />
      <Button tone="danger" className="w-fit" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t("cancel")}
      </Button>
    </div>
  );
}
