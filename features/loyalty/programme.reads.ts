import type { Ladder, WelcomeTerms } from "#features/loyalty/programme.rules.ts";
import type { LargeTopUp } from "#features/payments/turnover/turnover.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** The programme as it is configured now (loyalty_settings, loyalty_ranks). */
export type Programme = WelcomeTerms & {
  /** Days that a device is remembered for top-ups whose provider tells nothing of the payer; 0: not asked. */
  readonly welcomeDeviceDays: number;
  readonly cashbackCapKopecks: Kopecks | null;
  /** Methods of payment whose top-ups do not count. */
  readonly uncountedMethods: readonly string[];
  readonly ladder: Ladder;
  /** Monday of the first week that counts. */
  readonly sinceWeek: Date;
};

const PROGRAMME = `welcome_from_kopecks as "welcomeFromKopecks", welcome_bp as "welcomeBp",
  welcome_cap_kopecks as "welcomeCapKopecks", welcome_device_days as "welcomeDeviceDays",
  date_trunc('week', since at time zone 'UTC') at time zone 'UTC' as "sinceWeek",
  cashback_cap_kopecks as "cashbackCapKopecks", uncounted_methods as "uncountedMethods",
  coalesce((select jsonb_agg(jsonb_build_object('fromKopecks', from_kopecks, 'cashbackBp', cashback_bp) order by from_kopecks)
    from loyalty_ranks), '[]') as ladder`;

/** The top-ups that can bring the welcome bonus. */
export function largeTopUp({ welcomeFromKopecks, uncountedMethods }: Programme): LargeTopUp {
  return { minKopecks: welcomeFromKopecks, uncountedMethods };
}

/** The programme's configuration, in one statement. */
export function readProgramme(db: Queryable): Promise<Programme> {
  return one<Programme>(db, { text: `select ${PROGRAMME} from loyalty_settings`, values: [] });
}
