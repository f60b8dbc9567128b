"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { archiveAddress, archiveQuery, useAskArchive } from "#features/identity/archive/archive.client.ts";
import type { ArchiveView } from "#features/identity/archive/archive.contract.ts";
import { ARCHIVE_HOURS } from "#features/identity/archive/archive.rules.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Everything that is kept about the person in one file: asked for, being made, ready until its link ends. */
export function ArchiveCard() {
  const t = useTranslations("identity.archive");
  const ui = useTranslations("ui");
  const query = useQuery(archiveQuery);
  const { data, error } = query;
  const [isAsked, setAsked] = useState(false);
  const card = useFocusBack<HTMLElement>(!isAsked);
  return (
    <SettingsCard
      ref={card}
      id="settings-archive"
      title={t("title")}
      lead={t("lead", { hours: ARCHIVE_HOURS })}
    >
      {error && !data ? <QueryFailure query={query} /> : null}
      {!data && !error ? (
        <div role="status" aria-label={ui("loading")}>
          <Skeleton className="h-10 w-48" />
        </div>
      ) : null}
      {data ? <OwnArchive archive={data.archive} onAsked={() => setAsked(true)} /> : null}
    </SettingsCard>
  );
}

type OwnArchiveProps = { archive: ArchiveView["archive"]; onAsked: () => void };

function OwnArchive({ archive, onAsked }: OwnArchiveProps) {
  const t = useTranslations("identity.archive");
  if (archive?.state === "ready") return <ReadyArchive archive={archive} />;
  if (archive?.state === "asked") {
    return (
      <Notice live title={t("askedTitle")}>
        {t("askedText")}
      </Notice>
    );
  }
  return <AskArchive hasFailed={archive?.state === "failed"} onAsked={onAsked} />;
}

function AskArchive({ hasFailed, onAsked }: { hasFailed: boolean; onAsked: () => void }) {
  const t = useTranslations("identity.archive");
  const ask = useAskArchive();
  // What was refused stands above the button.
  const press = () => ask.mutateAsync().then(onAsked, () => {});
  return (
    <>
      {hasFailed ? (
        <Notice tone="bad" live title={t("failedTitle")}>
          {t("failedText")}
        </Notice>
      ) : null}
      <FormProblem problem={ask.error && toApiProblem(ask.error)} />
      <Button className="w-fit" busy={ask.isPending} onClick={() => void press()}>
        {t("ask")}
      </Button>
    </>
  );
}

function ReadyArchive({ archive }: { archive: NonNullable<ArchiveView["archive"]> }) {
  const t = useTranslations("identity.archive");
  const kilobytes = formatNumber(Math.ceil((archive.sizeBytes ?? 0) / 1_024));
  return (
    <div className="grid gap-3">
      <Notice tone="good" live title={t("readyTitle")}>
        {archive.endsAt
          ? t.rich("readyText", { moment: () => <Moment at={archive.endsAt ?? ""} form="date" /> })
          : null}
      </Notice>
      <a href={archiveAddress(archive.id)} download className={buttonClasses("accent", "md", "w-fit")}>
        <Download aria-hidden="true" className="size-4" />
        {t("download", { kilobytes })}
      </a>
    </div>
  );
}
