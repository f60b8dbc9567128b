import sql from "sql-template-tag";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { findNewestAgreement } from "#features/licences/agents/agents.reads.ts";
import { agentCode } from "#features/licences/agents/agents.rules.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Sets what an agent gets of sales from now on; the first time it gets its code, too. */
export async function setAgentShare(
  tx: Tx,
  { userId, shareBasisPoints, staffId }: { userId: number; shareBasisPoints: number; staffId: number },
): Promise<void> {
  const code = agentCode(crypto.getRandomValues(new Uint8Array(8)));
  await execute(
    tx,
    sql`insert into licences_agents (user_id, code, share_basis_points, changed_by)
        values (${userId}, ${code}, ${shareBasisPoints}, ${staffId})
        on conflict (user_id) do update set share_basis_points = excluded.share_basis_points, changed_by = excluded.changed_by,
          changed_at = app_now()`,
  );
}

/** Publishes the agreement's next version: from now on nobody sells who has not accepted it. */
export async function publishAgreement(
  tx: Tx,
  { text, staffId }: { text: string; staffId: number },
): Promise<{ version: number }> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('licences agreement', 0))`);
  return one<{ version: number }>(
    tx,
    sql`insert into licences_agreements (version, text, published_by)
        select coalesce(max(version), 0) + 1, ${text}::text, ${staffId}::bigint from licences_agreements returning version`,
  );
}

/** An agent accepts the newest agreement; twice is fine. Throws LICENCE_AGENT_NOT_FOUND, LICENCE_AGREEMENT_CHANGED. */
export async function acceptAgreement(db: Db, userId: number, version: number): Promise<void> {
  if (!(await hasRole(db, userId, "agent"))) throw new AppError(licenceErrors.LICENCE_AGENT_NOT_FOUND);
  const newest = await findNewestAgreement(db);
  if (newest?.version !== version) throw new AppError(licenceErrors.LICENCE_AGREEMENT_CHANGED);
  await execute(
    db,
    sql`insert into licences_acceptances (user_id, version) values (${userId}, ${version}) on conflict do nothing`,
  );
}
