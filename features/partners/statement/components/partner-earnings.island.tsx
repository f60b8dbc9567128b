"use client";

import { useTranslations } from "next-intl";
import { Statement } from "#features/ledger/statement/components/statement.island.tsx";
import type { FilterChoices, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import type { Filters } from "#features/ledger/statement/statement.rules.ts";
import { FinesSection } from "#features/partners/fines/components/fines-section.island.tsx";
import { EarningsCard } from "#features/partners/statement/components/earnings-card.tsx";
import { useEarningSums } from "#features/partners/statement/partner-statement.client.ts";
import type { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";

type PartnerEarningsProps = {
  sums: EarningSums;
  filters: Filters;
  choices: FilterChoices;
  /** The first lines for these filters; null with days in the address. */
  initial: StatementPage | null;
};

/** What a partner has earned, fines, and every transaction. A transaction brings its line by itself. */
export function PartnerEarnings({ sums: initialSums, filters, choices, initial }: PartnerEarningsProps) {
  const t = useTranslations("partners.earnings");
  const { data: sums } = useEarningSums(initialSums);
  return (
    <div className="grid grid-cols-1 gap-6">
      <EarningsCard sums={sums} />
      <FinesSection />
      <section aria-labelledby="earnings-statement" className="grid grid-cols-1 gap-4">
        <div>
          <h2 id="earnings-statement" className="font-semibold text-lg">
            {t("statement")}
          </h2>
          <p className="text-muted text-sm">{t("statementLead")}</p>
        </div>
        <Statement
          balance="partner"
          version={sums.version}
          filters={filters}
          choices={choices}
          initial={initial}
        />
      </section>
    </div>
  );
}
