"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { showToast } from "#components/ui/toasts.ts";
import type { AgentSale, AgentStanding } from "#features/licences/agents/agents.contract.ts";
import { agentQuery, agentSalesQuery } from "#features/licences/software.client.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What an agent has agreed to, gets, and has sold. */
export function SaleAgreement({ rubPerUsd }: { rubPerUsd: number | null }) {
  const t = useTranslations("licences.agent");
  const ui = useTranslations("ui");
  const query = useQuery(agentQuery);
  if (query.isError && !query.data) return <QueryFailure query={query} title={t("failed")} />;
  if (!query.data)
    return (
      <Card>
        <ListSkeleton rows={3} label={ui("loading")} />
      </Card>
    );
  return (
    <div className="grid gap-8">
      <Figures agent={query.data} rubPerUsd={rubPerUsd} />
      <Agreement agreement={query.data.agreement} />
      <Sales rubPerUsd={rubPerUsd} />
    </div>
  );
}

function Figures({ agent, rubPerUsd }: { agent: AgentStanding; rubPerUsd: number | null }) {
  const t = useTranslations("licences.agent");
  const ui = useTranslations("ui");
  const { link, shareBasisPoints } = agent;
  return (
    <Card className="grid gap-4 p-4">
      <dl className="grid gap-4 sm:grid-cols-3">
        <Figure name={t("share")}>
          {shareBasisPoints === null ? (
            <span className="font-normal text-muted text-sm">{t("noShare")}</span>
          ) : (
            t("sharePercent", { percent: formatNumber(shareBasisPoints / 100) })
          )}
        </Figure>
        <Figure name={t("sales")}>{formatNumber(agent.salesCount)}</Figure>
        <Figure name={t("earned")}>
          <Money kopecks={agent.earnedKopecks} rubPerUsd={rubPerUsd} />
        </Figure>
      </dl>
      {link ? (
        <div className="grid gap-1">
          <p className="font-medium text-sm">{t("link")}</p>
          <div className="flex items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 select-all wrap-anywhere text-sm">{link}</code>
            <CopyButton
              text={link}
              label={t("copyLink")}
              copiedLabel={ui("copied")}
              failedLabel={ui("copyFailed")}
            />
          </div>
          <p className="text-muted text-xs">{t("linkHint")}</p>
        </div>
      ) : null}
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-semibold text-lg">{children}</dd>
    </div>
  );
}

function Agreement({ agreement }: Pick<AgentStanding, "agreement">) {
  const t = useTranslations("licences.agent");
  const ui = useTranslations("ui");
  const id = useId();
  const client = useQueryClient();
  const accepting = useMutation({
    mutationFn: (version: number) => api.post<AgentStanding>("licences/agent/agreement", { version }),
    onError: (error) => showToast({ type: "error", text: toApiProblem(error).message || ui("error") }),
    onSettled: () => client.invalidateQueries({ queryKey: agentQuery.queryKey }),
  });
  if (!agreement) return <Notice tone="warn">{t("noAgreement")}</Notice>;
  const { version, acceptedAt } = agreement;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {t("agreement", { version: String(version) })}
      </h2>
      <Card className="grid gap-4 p-4">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <div tabIndex={0} className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-line text-sm">
          {agreement.text}
        </div>
        {acceptedAt ? (
          <p className="text-muted text-sm">
            {t("accepted")} <Moment at={acceptedAt} form="date" />
          </p>
        ) : (
          <>
            <Notice tone="warn">{t("acceptFirst")}</Notice>
            <Button
              tone="accent"
              className="justify-self-start"
              busy={accepting.isPending}
              onClick={() => accepting.mutate(version)}
            >
              {t("accept")}
            </Button>
          </>
        )}
      </Card>
    </section>
  );
}

const columns = ["name", "type", "price", "share", "date"] as const;

function Sales({ rubPerUsd }: { rubPerUsd: number | null }) {
  const t = useTranslations("licences.agent");
  const id = useId();
  const query = useInfiniteQuery(agentSalesQuery);
  const sales = query.data?.pages.flatMap((page) => page.sales) ?? [];
  const names = columns.map((column) => t(`columns.${column}`));
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {t("list")}
      </h2>
      {query.isError && !query.data ? <QueryFailure query={query} title={t("failed")} /> : null}
      {query.data && sales.length === 0 ? (
        <Card>
          <EmptyState icon={<ReceiptText className="size-6" />} title={t("empty")} />
        </Card>
      ) : null}
      {sales.length > 0 ? (
        <>
          <Card className="min-w-0">
            <section
              aria-label={names.join(", ")}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
              tabIndex={0}
              className="overflow-x-auto"
            >
              <table className="w-full text-sm">
                <thead>
                  <tr className="border-line border-b text-left text-muted">
                    {names.map((name) => (
                      <th key={name} scope="col" className="whitespace-nowrap px-4 py-2 font-medium">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody className="divide-y divide-line">
                  {sales.map((sale) => (
                    <SaleRow key={sale.id} sale={sale} rubPerUsd={rubPerUsd} />
                  ))}
                </tbody>
              </table>
            </section>
          </Card>
          <ListTail pages={query} more={t("more")} wide />
        </>
      ) : null}
    </section>
  );
}

function SaleRow({ sale, rubPerUsd }: { sale: AgentSale; rubPerUsd: number | null }) {
  const t = useTranslations("licences.agent");
  return (
    <tr>
      <td className="wrap-anywhere min-w-40 px-4 py-2">
        {sale.name}
        {sale.isRenewal ? <span className="text-muted"> ({t("renewal")})</span> : null}
      </td>
      <td className="wrap-anywhere min-w-32 px-4 py-2">{sale.softwareType}</td>
      <td className="px-4 py-2">
        <Money kopecks={sale.priceKopecks} rubPerUsd={rubPerUsd} />
      </td>
      <td className="px-4 py-2 font-semibold">
        <Money kopecks={sale.shareKopecks} rubPerUsd={rubPerUsd} />
      </td>
      <td className="whitespace-nowrap px-4 py-2">
        <Moment at={sale.soldAt} form="date" />
      </td>
    </tr>
  );
}
