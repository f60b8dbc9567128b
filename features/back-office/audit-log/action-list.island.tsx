"use client";

import { useMessages, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { ActionLine } from "#features/back-office/audit-log/audit-log.contract.ts";
import { sentenceOf, wordsOf } from "#features/back-office/audit-log/audit-log.rules.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

const word = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}.:_-]/gu, "").slice(0, 80);

/** What the staff did, as it was written down. */
export function ActionList() {
  const t = useTranslations("backOffice");
  const actions = actionsOf(useMessages());
  const [filter, setFilter] = useState({ action: "", subject: "", actorId: "" });
  const query = useDeskList<ActionLine>("desk/actions", useDebounced(filter, 400));
  const change = (part: Partial<typeof filter>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      <Filters>
        <AnyChoice
          label={t("filters.action")}
          value={filter.action}
          onChange={(action) => change({ action })}
          values={actions}
          // Whatever it was done to.
          textOf={(action) => t(`audit.${action}`, { id: "…" })}
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
            <Details line={line} />
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

/** The actions that have a sentence, which are all that are recorded. */
function actionsOf(messages: object): string[] {
  const { audit } = (messages as { backOffice: { audit: Record<string, object> } }).backOffice;
  return Object.entries(audit).flatMap(([subject, verbs]) =>
    Object.keys(verbs).map((verb) => `${subject}.${verb}`),
  );
}

function Details({ line: { action, details, names } }: { line: ActionLine }) {
  const t = useTranslations("backOffice.auditFacts");
  const given = Object.entries(details).filter(([, value]) => value !== null && value !== "");
  if (given.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {given.map(([name, value]) => (
        <div key={name} className="flex min-w-0 flex-wrap gap-x-1">
          <dt className="text-muted">{t.has(name) ? t(name) : name}</dt>
          <dd className="wrap-anywhere min-w-0">{names[name] ?? <Value {...{ action, name, value }} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ action, name, value }: { action: string; name: string; value: unknown }): ReactNode {
  const t = useTranslations("backOffice");
  const words = wordsOf(action, name, String(value));
  if (words && t.has(words)) return t(words);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "string" && name.endsWith("At")) return <Moment at={value} />;
  if (typeof value !== "number") return String(value);
  if (/basisPoints$/i.test(name)) return `${formatNumber(value / 100)}%`;
  if (name.endsWith("Cents")) return formatNumber(value / 100);
  return name.endsWith("Kopecks") ? displayRoubles(value) : String(value);
}
