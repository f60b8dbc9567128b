import sql, { empty, type Sql } from "sql-template-tag";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import type { AgentSale, AgentStanding } from "#features/licences/agents/agents.contract.ts";
import { agentPath } from "#features/licences/agents/agents.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";

/** Who sells, and for how much of the price. */
export type SellingAgent = { readonly userId: number; readonly shareBasisPoints: number };

/**
 * The agent who may sell now: an account with the role, a share, and the newest agreement accepted. While no agreement is published
 * nobody may.
 */
async function findSelling(db: Queryable, who: Sql): Promise<SellingAgent | null> {
  const agent = await maybeOne<SellingAgent>(
    db,
    sql`select a.user_id as "userId", a.share_basis_points as "shareBasisPoints" from licences_agents a
        join licences_acceptances c on c.user_id = a.user_id and c.version = (select max(version) from licences_agreements)
        where ${who}`,
  );
  return agent && (await hasRole(db, agent.userId, "agent")) ? agent : null;
}

/** The agent whose link this is; null for a code of nobody, or of somebody who may not sell now. */
export function findAgentByCode(db: Queryable, code: string): Promise<SellingAgent | null> {
  return findSelling(db, sql`a.code = ${code}`);
}

/** The agent that an account is; null for one that may not sell now. */
export function findAgentOf(db: Queryable, userId: number): Promise<SellingAgent | null> {
  return findSelling(db, sql`a.user_id = ${userId}`);
}

/** How an agent stands; null for an account without the role. */
export async function findAgentStanding(db: Db, userId: number): Promise<AgentStanding | null> {
  if (!(await hasRole(db, userId, "agent"))) return null;
  const agent = await maybeOne<{ code: string; shareBasisPoints: number }>(
    db,
    sql`select code, share_basis_points as "shareBasisPoints" from licences_agents where user_id = ${userId}`,
  );
  const agreement = await maybeOne<{
    version: number;
    text: string;
    publishedAt: Date;
    acceptedAt: Date | null;
  }>(
    db,
    sql`select g.version, g.text, g.published_at as "publishedAt", c.accepted_at as "acceptedAt" from licences_agreements g
        left join licences_acceptances c on c.version = g.version and c.user_id = ${userId}
        order by g.version desc limit 1`,
  );
  const totals = await one<{ salesCount: number; soldKopecks: number; earnedKopecks: number }>(
    db,
    sql`select count(*)::int as "salesCount", coalesce(sum(price_kopecks), 0)::bigint as "soldKopecks",
          coalesce(sum(share_kopecks), 0)::bigint as "earnedKopecks"
        from licences_sales where agent_user_id = ${userId}`,
  );
  return {
    ...totals,
    shareBasisPoints: agent?.shareBasisPoints ?? null,
    link: agent ? `${env.PUBLIC_URL}${agentPath(agent.code)}` : null,
    agreement: agreement && {
      version: agreement.version,
      text: agreement.text,
      publishedAt: agreement.publishedAt.toISOString(),
      acceptedAt: agreement.acceptedAt?.toISOString() ?? null,
    },
  };
}

/** A page of what an agent has sold, newest first, from below an id on. Who bought it is nobody's business. */
export async function listAgentSales(
  db: Db,
  userId: number,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<{ sales: AgentSale[]; nextCursor: string | null }> {
  const found = await rows<Omit<AgentSale, "soldAt"> & { soldAt: Date }>(
    db,
    sql`select s.id, p.name, p.software_type as "softwareType", s.price_kopecks as "priceKopecks",
          coalesce(s.share_kopecks, 0)::bigint as "shareKopecks", s.nth > 1 as "isRenewal", s.sold_at as "soldAt"
        from licences_sales s join licences l on l.id = s.licence_id join licences_products p on p.id = l.product_id
        where s.agent_user_id = ${userId} ${page.before === undefined ? empty : sql`and s.id < ${page.before}`}
        order by s.id desc limit ${page.limit + 1}`,
  );
  const shown = found.slice(0, page.limit);
  return {
    sales: shown.map(({ soldAt, ...sale }) => ({ ...sale, soldAt: soldAt.toISOString() })),
    nextCursor: found.length > shown.length ? String(shown.at(-1)?.id) : null,
  };
}

/** An agent as the staff see it. */
type ListedAgent = {
  readonly id: number;
  readonly code: string;
  readonly shareBasisPoints: number;
  /** The version of the agreement that was accepted last; null = none. */
  readonly acceptedVersion: number | null;
  readonly salesCount: number;
  readonly soldKopecks: number;
  readonly earnedKopecks: number;
  readonly changedAt: Date;
};

/** Accounts with a share, by number, from below one on. */
export function listAgents(db: Queryable, before: number | null, limit: number): Promise<ListedAgent[]> {
  return rows<ListedAgent>(
    db,
    sql`select a.user_id as id, a.code, a.share_basis_points as "shareBasisPoints", a.changed_at as "changedAt",
          (select max(version) from licences_acceptances c where c.user_id = a.user_id) as "acceptedVersion",
          t.sales as "salesCount", t.sold as "soldKopecks", t.earned as "earnedKopecks"
        from licences_agents a
        cross join lateral (
          select count(*)::int as sales, coalesce(sum(price_kopecks), 0)::bigint as sold, coalesce(sum(share_kopecks), 0)::bigint as earned
          from licences_sales s where s.agent_user_id = a.user_id
        ) t
        where ${before === null ? sql`true` : sql`a.user_id < ${before}`} order by a.user_id desc limit ${limit}`,
  );
}

/** The agreement that is to be accepted now; null before the first. */
export function findNewestAgreement(
  db: Queryable,
): Promise<{ version: number; text: string; publishedAt: Date } | null> {
  return maybeOne(
    db,
    sql`select version, text, published_at as "publishedAt" from licences_agreements order by version desc limit 1`,
  );
}
