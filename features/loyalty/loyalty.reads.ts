import type {
  BonusPreview,
  LoyaltyView,
  PaidWeeks,
  PaidWeekView,
} from "#features/loyalty/loyalty.contract.ts";
import { largeTopUp, type Programme, readProgramme } from "#features/loyalty/programme.reads.ts";
import {
  findRound,
  listPaidWeeks,
  type PaidWeek,
  readWeekStart,
} from "#features/loyalty/weeks/weeks.reads.ts";
import { cashbackOf, standingOf, weekEndOf, weekNameOf } from "#features/loyalty/weeks/weeks.rules.ts";
import { findRefusal, findWelcome, readPerson } from "#features/loyalty/welcome/welcome.reads.ts";
import { welcomeOf } from "#features/loyalty/welcome/welcome.rules.ts";
import { findFirstTopUp, sumToppedUp } from "#features/payments/turnover/turnover.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { addKopecks, type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Where a user stands: this week, the ladder, the week before while it is unpaid, the welcome bonus. */
export async function getLoyalty(db: Queryable, userId: number): Promise<LoyaltyView> {
  const [programme, startsAt] = await Promise.all([readProgramme(db), readWeekStart(db)]);
  const [total, welcome, pending] = await Promise.all([
    sumOfWeek(db, userId, startsAt, programme),
    viewWelcome(db, userId, programme),
    findPending(db, userId, startsAt, programme),
  ]);
  return {
    week: weekNameOf(startsAt),
    startsAt: startsAt.toISOString(),
    endsAt: weekEndOf(startsAt).toISOString(),
    totalKopecks: total,
    predictedKopecks: cashbackOf(programme.ladder, total, programme.cashbackCapKopecks),
    ...standingOf(programme.ladder, total),
    ladder: programme.ladder.map((step, index) => ({ rank: index + 1, ...step })),
    capKopecks: programme.cashbackCapKopecks,
    pending,
    welcome,
  };
}

function sumOfWeek(
  db: Queryable,
  userId: number,
  startsAt: Date,
  { uncountedMethods }: Pick<Programme, "uncountedMethods">,
): Promise<Kopecks> {
  return sumToppedUp(db, userId, { from: startsAt, until: weekEndOf(startsAt), uncountedMethods });
}

/** Last week's cashback in the time between the week's end and its posting. */
async function findPending(
  db: Queryable,
  userId: number,
  startsAt: Date,
  programme: Programme,
): Promise<LoyaltyView["pending"]> {
  const before = new Date(startsAt.getTime() - 7 * 86_400_000);
  const week = weekNameOf(before);
  const [newest] = await listPaidWeeks(db, userId, { before: null, limit: 1 });
  if (newest && newest.week >= week) return null;
  const round = (await findRound(db, week)) ?? { ...programme, capKopecks: programme.cashbackCapKopecks };
  const total = await sumOfWeek(db, userId, before, round);
  const cashback = cashbackOf(round.ladder, total, round.capKopecks);
  return cashback === 0 || before < programme.sinceWeek ? null : { week, cashbackKopecks: cashback };
}

async function viewWelcome(
  db: Queryable,
  userId: number,
  programme: Programme,
): Promise<LoyaltyView["welcome"]> {
  const decided = await findWelcome(db, userId);
  return {
    state: decided?.state ?? (await welcomeState(db, userId, programme)),
    fromKopecks: programme.welcomeFromKopecks,
    bonusBp: programme.welcomeBp,
    bonusKopecks: decided ? kopecks(decided.bonusKopecks - decided.returnedKopecks) : 0,
  };
}

/** Before anything was decided. Payer and device are not asked about: they are only known with the payment. */
async function welcomeState(
  db: Queryable,
  userId: number,
  programme: Programme,
): Promise<"open" | "refused" | "off"> {
  if (programme.welcomeBp === 0) return "off";
  // Undecided although there has been one: it was before the programme, or is being decided about.
  if ((await findFirstTopUp(db, userId, largeTopUp(programme))) !== null) return "off";
  const person = await readPerson(db, userId, null);
  const refusal = await findRefusal(db, { ...person, devices: [] }, null, programme);
  return refusal ? "refused" : "open";
}

/** A user's paid weeks, newest first, and whether there are older ones. */
export async function listPaidWeekViews(
  db: Queryable,
  userId: number,
  { before, limit }: { before: string | null; limit: number },
): Promise<PaidWeeks> {
  const found = await listPaidWeeks(db, userId, { before, limit: limit + 1 });
  return { weeks: found.slice(0, limit).map(toView), isMore: found.length > limit };
}

function toView({ startsAt, paidAt, ...paid }: PaidWeek): PaidWeekView {
  return {
    ...paid,
    startsAt: startsAt.toISOString(),
    endsAt: weekEndOf(startsAt).toISOString(),
    paidAt: paidAt.toISOString(),
  };
}

/** What a top-up of `amount` by a method would bring this user beside itself. */
export async function bonusPreview(
  db: Queryable,
  userId: number,
  { amountKopecks, method }: { amountKopecks: Kopecks; method?: string | undefined },
): Promise<BonusPreview> {
  const [programme, startsAt] = await Promise.all([readProgramme(db), readWeekStart(db)]);
  const counts = method === undefined || !programme.uncountedMethods.includes(method);
  const amount = counts ? amountKopecks : kopecks(0);
  const [before, welcome] = await Promise.all([
    sumOfWeek(db, userId, startsAt, programme),
    viewWelcome(db, userId, programme),
  ]);
  const after = addKopecks(before, amount);
  const { ladder, cashbackCapKopecks } = programme;
  const predicted = cashbackOf(ladder, after, cashbackCapKopecks);
  const isOpen = welcome.state === "open" && counts;
  const bonusKopecks = isOpen ? welcomeOf(programme, amount) : kopecks(0);
  return {
    welcome: {
      applies: bonusKopecks > 0,
      bonusKopecks,
      fromKopecks: isOpen && bonusKopecks === 0 ? programme.welcomeFromKopecks : null,
      bonusBp: programme.welcomeBp,
    },
    cashback: {
      totalKopecks: after,
      predictedKopecks: predicted,
      gainKopecks: kopecks(predicted - cashbackOf(ladder, before, cashbackCapKopecks)),
      ...standingOf(ladder, after),
    },
  };
}
