"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { ActionLine } from "#features/back-office/audit-log/audit-log.contract.ts";
import { sentenceOf } from "#features/back-office/audit-log/audit-log.rules.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

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
                <Sentence line={line} />
                <p className="text-muted">
                  <PersonName person={line.actor} /> · {line.ip === "" ? null : `${line.ip} · `}
                  <Moment at={line.at} />
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

/** What was done in words; what has none yet as it was written down. Both words stay in the title: the filters ask for them. */
function Sentence({ line: { action, subject } }: { line: ActionLine }) {
  const t = useTranslations("backOffice.audit");
  const sentence = sentenceOf(action, subject);
  return (
    <p className="font-semibold" title={`${action} ${subject}`}>
      {t.has(sentence.key) ? t(sentence.key, { id: sentence.id }) : `${action} ${subject}`}
    </p>
  );
}

function Details({ details }: { details: Record<string, unknown> }) {
  const given = Object.entries(details).filter(([, value]) => value !== null && value !== "");
  if (given.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-muted text-xs">
      {given.map(([name, value]) => (
        <span key={name} className="break-all">
          {name.replace(/(Kopecks|BasisPoints)$/, "")}:{" "}
          <span className="text-text">{shown(name, value)}</span>
        </span>
      ))}
    </p>
  );
}

function shown(name: string, value: unknown): string {
  if (typeof value !== "number") return String(value);
  if (name.endsWith("BasisPoints")) return `${formatNumber(value / 100)}%`;
  return name.endsWith("Kopecks") ? displayRoubles(value) : String(value);
}
