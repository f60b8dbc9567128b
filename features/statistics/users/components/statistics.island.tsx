"use client";

import { ChartColumn, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { DayChart } from "#features/statistics/users/components/day-chart.island.tsx";
import { FigureTable } from "#features/statistics/users/components/figure-table.island.tsx";
import { FigureTiles } from "#features/statistics/users/components/figure-tiles.tsx";
import { FiguresFrame } from "#features/statistics/users/components/figures-frame.tsx";
import { downloadStatistics, useChoice, useStatistics } from "#features/statistics/users/users.client.ts";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { type Choice, kindsShown } from "#features/statistics/users/users.rules.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";

type StatisticsProps = {
  /** As the address had it. */
  choice: Choice;
  /** Its figures, as the page was rendered. */
  initial: StatisticsView;
  /** Ready accounts are sold on the site. */
  isReadyShopOpen: boolean;
};

/** A user's purchases of a period: figures, chart, table, file. */
export function Statistics({ choice: initialChoice, initial, isReadyShopOpen }: StatisticsProps) {
  const t = useTranslations("statistics");
  const [choice, change] = useChoice(initialChoice);
  const statistics = useStatistics(choice, initialChoice, initial);
  return (
    <div className="grid grid-cols-1 gap-4">
      <FiguresFrame
        choice={choice}
        onChange={change}
        kinds={kindsShown(isReadyShopOpen, initial.total, choice.kind)}
        initial={initial}
        query={statistics}
        texts={{ failed: t("failed"), failedText: t("failedText"), loading: t("loading") }}
      >
        {(view) => <Contents view={view} choice={choice} onChange={change} />}
      </FiguresFrame>
      <p className="text-muted text-xs">{t("note")}</p>
    </div>
  );
}

type ContentsProps = {
  view: StatisticsView;
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
};

function Contents({ view, choice, onChange }: ContentsProps) {
  const t = useTranslations("statistics.empty");
  const isOfAccounts = view.kind === "accounts";
  const { requests, extensions, returnedKopecks } = view.total;
  if (requests + extensions + returnedKopecks === 0) {
    return (
      <Card>
        <EmptyState
          icon={<ChartColumn className="size-6" />}
          title={t("title")}
          action={
            <LocaleLink
              href={isOfAccounts ? "/?type=readyAccounts" : "/"}
              className={buttonClasses("accent")}
            >
              {t(isOfAccounts ? "accountsAction" : "action")}
            </LocaleLink>
          }
        >
          {t(isOfAccounts ? "accountsText" : "text")}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <FigureTiles kind={view.kind} total={view.total} />
      <DayChart view={view} />
      <FigureTable view={view} by={choice.by} onBy={(by) => onChange({ by })} />
      <FileButton view={view} choice={choice} />
    </>
  );
}

function FileButton({ view, choice }: { view: StatisticsView; choice: Choice }) {
  const t = useTranslations("statistics.export");
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await downloadStatistics(choice, view);
      showToast({ type: "success", text: t("done") });
    } catch (error) {
      showToast({ type: "error", text: (error as ApiProblem).message || t("failed") });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      busy={isBusy}
      className="justify-self-start"
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={() => void download()}
    >
      {t("open")}
    </Button>
  );
}
