"use client";

import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { type PeoplePage, usePeople } from "#features/referrals/referrals.client.ts";

type PeopleListProps = { initial: PeoplePage; rubPerUsd: number | null };

/** People who came by the links, with masked names, newest first, a page at a time. */
export function PeopleList({ initial, rubPerUsd }: PeopleListProps) {
  const t = useTranslations("referrals.people");
  const links = useTranslations("referrals.links");
  const query = usePeople(initial);
  const people = query.data.pages.flatMap((page) => page.people);
  if (people.length === 0) {
    return (
      <EmptyState isFlush icon={<Users className="size-6" />} title={t("empty")}>
        {t("emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 text-sm first:pt-0 last:pb-0 sm:flex-nowrap"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {person.name}
                {person.isCounted ? null : <Badge>{t("notCounted")}</Badge>}
              </p>
              <p className="tabular break-words text-muted">
                <Moment at={person.registeredAt} /> · {person.link === "" ? links("first") : person.link}
              </p>
            </div>
            <dl className="grid grid-cols-[auto_auto] gap-x-3 sm:text-right">
              <dt className="text-muted">{t("spent")}</dt>
              <dd>
                <Money kopecks={person.spentKopecks} rubPerUsd={rubPerUsd} className="sm:justify-end" />
              </dd>
              <dt className="text-muted">{t("earned")}</dt>
              <dd className="font-semibold">
                <Money kopecks={person.earnedKopecks} rubPerUsd={rubPerUsd} className="sm:justify-end" />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      <ListTail pages={query} more={t("more")} failure={query.isError ? t("failed") : null} />
    </div>
  );
}
