import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { AgentView } from "#features/back-office/licences/desk-agents.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { findNewestAgreement, listAgents } from "#features/licences/agents/agents.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** Agents of licences as the desk shows them. */
export async function listAgentViews(db: Db, before: number | null): Promise<Page<AgentView>> {
  const { items, hasMore } = pageFrom(await listAgents(db, before, deskPageSize + 1));
  const nameOf = await listNames(
    db,
    items.map(({ id }) => id),
  );
  const views = await Promise.all(
    items.map(async ({ changedAt, ...agent }) => ({
      ...agent,
      user: nameOf(agent.id),
      hasRole: await hasRole(db, agent.id, "agent"),
      changedAt: changedAt.toISOString(),
    })),
  );
  return { items: views, hasMore };
}

/** The newest version of the agreement with agents. */
export async function getAgreementView(db: Db) {
  const agreement = await findNewestAgreement(db);
  return {
    agreement: agreement && { ...agreement, publishedAt: agreement.publishedAt.toISOString() },
  };
}
