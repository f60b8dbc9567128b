import "server-only";
import type { Partner } from "#features/partners/cabinet/cabinet.loaders.ts";
import type { PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import { readPartnerFigures } from "#features/partners/figures/partner-figures.reads.ts";
import {
  type FiguresChoice,
  firstFiguresChoice,
  readFiguresChoice,
} from "#features/partners/figures/partner-figures.rules.ts";
import { findPeriod } from "#features/statistics/users/users.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type FiguresPage = { readonly choice: FiguresChoice; readonly initial: PartnerFigures };

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The figures that the page begins with. A period that is too long gives way to the usual one. */
export async function loadPartnerFigures(
  { userId, supplier }: Partner,
  locale: Locale,
  query: Query,
): Promise<FiguresPage> {
  const db = pageDb();
  const asked = readFiguresChoice(query);
  const read = async (choice: FiguresChoice) => {
    const period = await findPeriod(db, choice.days === 0 ? choice : { days: choice.days });
    const { kind, by } = choice;
    const initial = await readPartnerFigures(db, {
      userId,
      supplierId: supplier.id,
      kind,
      by,
      locale,
      ...period,
    });
    return { choice, initial };
  };
  try {
    return await read(asked);
  } catch (error) {
    if (!isAppError(error) || error.row.status !== 400) throw error;
    return read({ ...firstFiguresChoice, kind: asked.kind, by: asked.by });
  }
}
