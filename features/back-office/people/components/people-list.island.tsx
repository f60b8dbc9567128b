"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { PersonLine } from "#features/back-office/people/people.contract.ts";

const NONE = { search: "", only: "" };

/** Users by id, e-mail or name, at first those who fit `given`. */
export function PeopleList({ given = {} }: { given?: Partial<typeof NONE> }) {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ ...NONE, ...given });
  const query = useDeskList<PersonLine>("desk/people", useDebounced(filter, 400));
  return (
    <>
      <Filters>
        <TextFilter
          label={t("filters.person")}
          value={filter.search}
          onChange={(search) => setFilter((old) => ({ ...old, search }))}
        />
        <Choice
          label={t("filters.only")}
          value={filter.only}
          onChange={(only) => setFilter((old) => ({ ...old, only }))}
          options={[
            ["", t("filters.any")],
            ["suspended", t("person.suspended")],
            ["debtors", t("person.debtors")],
            ["buyers", t("person.buyers")],
            ["holding", t("person.holding")],
            ["factorRemovals", t("overview.factorRemovals")],
            ["staff", t("person.staff")],
          ]}
        />
      </Filters>
      <DeskList query={query} empty={t("empty.people")}>
        {(person) => (
          <DeskRow
            main={
              <>
                <p className="flex flex-wrap items-center gap-2">
                  <LocaleLink
                    href={`/desk/people/${person.id}`}
                    className="break-all font-semibold text-link hover:underline"
                  >
                    {person.email}
                  </LocaleLink>
                  {person.isStaff ? <Badge tone="info">{t("person.staff")}</Badge> : null}
                  {person.isSuspended ? <Badge tone="bad">{t("person.suspended")}</Badge> : null}
                </p>
                <p className="text-muted">
                  #{person.id} · {person.name} · <Moment at={person.createdAt} />
                </p>
              </>
            }
            aside={<span className="tabular font-semibold">{displayRoubles(person.availableKopecks)}</span>}
          />
        )}
      </DeskList>
    </>
  );
}
