import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import type {
  CorrectionView,
  listCorrectionsEndpoint,
} from "#features/back-office/corrections/corrections.contract.ts";
import {
  type CorrectionKind,
  type CorrectionLimits,
  type CorrectionState,
  findSignerProblem,
  neededPermission,
  type Signer,
} from "#features/back-office/corrections/corrections.rules.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import type { FineCause } from "#features/partners/fines.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";

type Row = {
  id: number;
  kind: CorrectionKind;
  state: CorrectionState;
  userId: number;
  userName: string;
  userEmail: string;
  activationId: number | null;
  fineCause: FineCause | null;
  fineOrderId: number | null;
  amountKopecks: number;
  reason: string;
  needsSecond: boolean;
  isExpired: boolean;
  proposerId: number;
  proposerName: string;
  proposerEmail: string;
  deciderId: number | null;
  deciderName: string | null;
  deciderEmail: string | null;
  decisionNote: string | null;
  transferId: number | null;
  proposedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  walletKopecks: number;
};

const CORRECTION = sql`select c.id, c.kind, c.state, c.user_id as "userId", coalesce(u.name, '') as "userName",
    coalesce(u.email, '') as "userEmail", c.activation_id as "activationId",
    c.fine_cause as "fineCause", c.fine_order_id as "fineOrderId", c.amount_kopecks as "amountKopecks", c.reason,
    c.needs_second as "needsSecond", c.state = 'proposed' and c.expires_at <= app_now() as "isExpired",
    c.proposer_id as "proposerId", coalesce(p.name, '') as "proposerName", coalesce(p.email, '') as "proposerEmail",
    c.decider_id as "deciderId", d.name as "deciderName", d.email as "deciderEmail", c.decision_note as "decisionNote",
    c.transfer_id as "transferId", c.proposed_at as "proposedAt", c.expires_at as "expiresAt", c.decided_at as "decidedAt",
    coalesce(w.posted_kopecks - w.held_kopecks, 0)::bigint as "walletKopecks"
  from back_office_corrections c
  left join ledger_wallets w on w.user_id = c.user_id
  left join identity_people u on u.id = c.user_id
  left join identity_people p on p.id = c.proposer_id
  left join identity_people d on d.id = c.decider_id`;

/** What an installation allows one person and those without lead, in kopecks. */
export const configuredLimits: CorrectionLimits = {
  aloneKopecks: env.DESK_ALONE_KOPECKS,
  leadKopecks: env.DESK_LEAD_KOPECKS,
};

type CorrectionFilter = z.output<NonNullable<typeof listCorrectionsEndpoint.query>>;

/** Corrections that fit, newest first. `signer` is who looks: the rows say whether they may sign. */
export async function listCorrections(
  db: Queryable,
  { state, kind, userId, from, to, days, before }: CorrectionFilter,
  signer: Signer,
): Promise<{ items: CorrectionView[]; hasMore: boolean }> {
  const at = days === "decided" ? sql`c.decided_at` : sql`c.proposed_at`;
  const found = await listRows(
    db,
    sql`where (${state ?? null}::text is null or c.state = ${state ?? null})
          and (${kind ?? null}::text is null or c.kind = ${kind ?? null})
          and (${userId ?? null}::bigint is null or c.user_id = ${userId ?? null})
          and (${from ?? null}::date is null or ${at} >= ${from ?? null}::date at time zone 'UTC')
          and (${to ?? null}::date is null or ${at} < (${to ?? null}::date + 1) at time zone 'UTC')
          and (${days}::text <> 'decided' or c.decided_at is not null)
          and (${before ?? null}::bigint is null or c.id < ${before ?? null})
        order by c.id desc limit ${deskPageSize + 1}`,
  );
  const { items, hasMore } = pageFrom(found);
  return { items: await Promise.all(items.map((row) => toView(db, row, signer))), hasMore };
}

/** One correction, or null. */
export async function findCorrection(
  db: Queryable,
  id: number,
  signer: Signer,
): Promise<CorrectionView | null> {
  const [row] = await listRows(db, sql`where c.id = ${id}`);
  return row ? toView(db, row, signer) : null;
}

function listRows(db: Queryable, where: Sql): Promise<Row[]> {
  return rows<Row>(db, sql`${CORRECTION} ${where}`);
}

async function toView(db: Queryable, row: Row, signer: Signer): Promise<CorrectionView> {
  const isOpen = row.state === "proposed";
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    user: { id: row.userId, name: row.userName, email: row.userEmail },
    activationId: row.activationId,
    fine: row.fineCause && { cause: row.fineCause, orderId: row.fineOrderId },
    amountKopecks: row.amountKopecks,
    reason: row.reason,
    needsSecond: row.needsSecond,
    needsLead: neededPermission(row.kind, row.amountKopecks, configuredLimits) === "money-lead",
    isExpired: row.isExpired,
    proposer: { id: row.proposerId, name: row.proposerName, email: row.proposerEmail },
    decider:
      row.deciderId === null
        ? null
        : { id: row.deciderId, name: row.deciderName ?? "", email: row.deciderEmail ?? "" },
    decisionNote: row.decisionNote,
    transferId: row.transferId,
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    walletKopecks: row.walletKopecks,
    debtKopecks: row.kind === "debt_write_off" ? await getDebt(db, row.userId) : 0,
    problem: isOpen ? findSignerProblem(row, signer, configuredLimits) : null,
  };
}
