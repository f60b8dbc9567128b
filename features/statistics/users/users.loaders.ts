import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { findPeriod, readStatistics } from "#features/statistics/users/users.reads.ts";
import { type Choice, firstChoice, readChoice } from "#features/statistics/users/users.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type StatisticsPage = { readonly choice: Choice; readonly initial: StatisticsView };

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The figures that the page begins with; a guest is sent to sign in. A period that is too long gives way to the usual one. */
export async function loadStatistics(locale: Locale, query: Query): Promise<StatisticsPage> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const asked = readChoice(query);
  const read = async (choice: Choice) => {
    const period = await findPeriod(db, choice.days === 0 ? choice : { days: choice.days });
    const { kind, by } = choice;
    return { choice, initial: await readStatistics(db, { userId, kind, by, locale, ...period }) };
  };
  try {
    return await read(asked);
  } catch (error) {
    if (isAppError(error) && error.row.status === 400)
      return read({ ...firstChoice, kind: asked.kind, by: asked.by });
    throw error;
  }
}
