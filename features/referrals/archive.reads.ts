import sql from "sql-template-tag";
import {
  type ArchivePart,
  factPart,
  listPart,
  pagedPart,
} from "#features/identity/archive/archive-part.reads.ts";

/** What the referral programme keeps about a person. Who was brought, and by whom, is another person's and told without a name. */
export const referralArchive: readonly ArchivePart[] = [
  factPart(
    "referralTerms",
    (userId) => sql`select basis_points, owed_kopecks from referrals_members where user_id = ${userId}`,
  ),
  listPart(
    "referralLinks",
    (userId) => sql`
      select id, code, name, created_at from referrals_links where user_id = ${userId} order by id`,
  ),
  factPart(
    "broughtByReferral",
    (userId) => sql`
      select state, turnover_kopecks, registered_at from referrals_people where user_id = ${userId}`,
  ),
  listPart(
    "broughtPeople",
    (userId) => sql`
      select link_id, state, turnover_kopecks, earned_kopecks, registered_at from referrals_people
      where referrer_id = ${userId} order by registered_at`,
  ),
  listPart(
    "referralDoubts",
    (userId) => sql`
      select reason, noted_at, lifted_at from referrals_flags where user_id = ${userId} order by id`,
  ),
  pagedPart(
    "referralShares",
    ({ userId, after, limit }) => sql`
      select id, cause, turnover_kopecks, basis_points, amount_kopecks, returned_kopecks, reversed_kopecks, paid_kopecks, state, due_at,
        created_at
      from referrals_accruals where referrer_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
];
