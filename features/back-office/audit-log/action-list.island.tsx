"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { ActionLine } from "#features/back-office/audit-log/audit-log.contract.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";

const word = (text: string) => text.replace(/[^A-Za-z0-9.:-]/g, "").slice(0, 80);

/** What the staff did, as it was written down. */
export function ActionList() {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ action: "", subject: "", actorId: "" });
  const query = useDeskList<ActionLine>("desk/actions", useDebounced(filter, 400));
  const change = (part: Partial<typeof filter>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      <Filters>
        <TextFilter
          label={t("filters.action")}
          value={filter.action}
          onChange={(text) => change({ action: word(text) })}
        />
        <TextFilter
          label={t("filters.subject")}
          value={filter.subject}
          onChange={(text) => change({ subject: word(text) })}
        />
        <TextFilter
          label={t("filters.actor")}
          value={filter.actorId}
          inputMode="numeric"
          onChange={(text) => change({ actorId: text.replace(/\D/g, "").slice(0, 15) })}
        />
      </Filters>
      <DeskList query={query} empty={t("empty.actions")}>
        {(line) => (
          <DeskRow
            main={
              <>
                <p className="flex flex-wrap gap-x-2 font-mono">
                  <span className="font-semibold">{line.action}</span>
                  <span className="text-muted">{line.subject}</span>
                </p>
                <p className="text-muted">
                  <PersonName person={line.actor} /> · {line.ip} · <Moment at={line.at} />
                </p>
              </>
            }
          >
            <Details details={line.details} />
          </DeskRow>
        )}
      </DeskList>
    </>
  );
}

function Details({ details }: { details: Record<string, unknown> }) {
  const given = Object.entries(details).filter(([, value]) => value !== null && value !== "");
  if (given.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-muted text-xs">
      {given.map(([name, value]) => (
        <span key={name} className="break-all">
          {name}: <span className="text-text">{String(value)}</span>
        </span>
      ))}
    </p>
  );
}
