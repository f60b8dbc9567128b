"use client";

import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import type {
  UnknownWordList as List,
  SupplierWords,
  UnknownWordView,
} from "#features/back-office/unknown-words/unknown-words.contract.ts";
import { wordKinds } from "#features/supply/dialects/unknown-words.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Suppliers' words that nobody understands, by supplier and kind. */
export function UnknownWordList() {
  const t = useTranslations("backOffice.unknownWords");
  const query = useDeskItem<List>("desk/unknown-words");
  const { data } = query;
  if (!data) return <NotThere query={query} rows={4} />;
  if (data.items.length === 0) {
    return (
      <Card>
        <EmptyState title={t("empty")} />
      </Card>
    );
  }
  return (
    <div className="grid gap-6">
      {data.items.map((supplier) => (
        <Part
          key={supplier.id}
          title={`${supplier.name} (${supplier.code})`}
          action={<Badge>{t(`wordTables.${supplier.wordTable}`)}</Badge>}
        >
          <div className="grid gap-4 px-5 py-4 text-sm">
            {wordKinds.map((kind) => (
              <WordsOfKind key={kind} kind={kind} supplier={supplier} />
            ))}
          </div>
        </Part>
      ))}
    </div>
  );
}

type Kind = UnknownWordView["kind"];
function WordsOfKind({ kind, supplier }: { kind: Kind; supplier: SupplierWords }) {
  const t = useTranslations("backOffice.unknownWords");
  const words = supplier.words.filter((word) => word.kind === kind);
  if (words.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{t(`kinds.${kind}`)}</h3>
      <ul className="divide-y divide-line">
        {words.map((word) => (
          <WordLine key={word.word} word={word} />
        ))}
      </ul>
      {supplier.fullKinds.includes(kind) ? <p className="text-warn">{t("full")}</p> : null}
    </div>
  );
}

/** A stranger's word: shown as text, and apart from the direction of the line. */
function WordLine({ word: { word, stock, reportsCount, lastAt } }: { word: UnknownWordView }) {
  const t = useTranslations("backOffice.unknownWords");
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-1.5">
      <bdi className="wrap-anywhere min-w-0 font-mono">{word}</bdi>
      <span className="text-muted">
        {t("stock", { count: stock, shown: formatNumber(stock) })} ·{" "}
        {t("reports", { count: reportsCount, shown: formatNumber(reportsCount) })} · <Moment at={lastAt} />
      </span>
    </li>
  );
}
