import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { FlagView } from "#features/back-office/flags/flags.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { listFlags } from "#features/referrals/flags/flags.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Referral flags with the names of everybody in them, newest first. */
export async function listFlagViews(
  db: Queryable,
  { only, before }: { only: "open" | "all"; before?: number | undefined },
): Promise<{ items: FlagView[]; hasMore: boolean }> {
  const found = await listFlags(db, {
    ...(only === "open" ? { isOpen: true } : {}),
    ...(before ? { before } : {}),
    limit: deskPageSize + 1,
  });
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.flatMap((flag) => [flag.userId, flag.referrerId, flag.otherUserId, flag.liftedBy]),
  );
  const views = items.map((flag) => ({
    id: flag.id,
    user: nameOf(flag.userId),
    referrer: nameOf(flag.referrerId),
    reason: flag.reason,
    other: nameOf(flag.otherUserId),
    notedAt: flag.notedAt.toISOString(),
    liftedAt: flag.liftedAt?.toISOString() ?? null,
    liftedBy: flag.liftedBy === null ? null : nameOf(flag.liftedBy),
  }));
  return { items: views, hasMore };
}
