import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { findNewestAgreement } from "#features/licences/agents/agents.reads.ts";
import { publishAgreement, setAgentShare } from "#features/licences/agents/agents.writes.ts";
import { addProduct, addVersion, stepProduct } from "#features/licences/products/products.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const CODE = "den-desk";
/** A fifth of every sale. */
const SHARE_BASIS_POINTS = 2_000;

const agreement = `1. You sell licences of our software by your link or from your own programs, at the price that we name.
2. You get your share of each price at once, on your balance, for a purchase and for every renewal of the licence.
3. You say of the software what is so, and you do not write to people who have not asked for it.
4. We may change your share for sales to come. What you have earned stays yours.
5. Either side ends this agreement at any time; licences that were sold stay good.`;

/**
 * Software for the default start: a product on sale with a version, the first agreement with agents, and an account that may sell once it
 * has accepted it. Each is written once, where there is none yet: what the staff make of it stays so.
 */
export async function seedFirstSoftware(
  tx: Tx,
  { agentId, staffId }: { agentId: UserId; staffId: UserId },
): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('licences first software'))`);
  if (!(await maybeOne(tx, sql`select 1 from licences_products limit 1`))) await addFirstProduct(tx);
  if (!(await findNewestAgreement(tx))) await publishAgreement(tx, { text: agreement, staffId });
  if (!(await maybeOne(tx, sql`select 1 from licences_agents where user_id = ${agentId}`))) {
    await setAccountRole(tx, agentId, "agent", true);
    await setAgentShare(tx, { userId: agentId, shareBasisPoints: SHARE_BASIS_POINTS, staffId });
  }
}

async function addFirstProduct(tx: Tx): Promise<void> {
  const { id } = await addProduct(tx, CODE, {
    ...{
      name: "Den Desk",
      softwareType: "Automation",
      priceKopecks: kopecks(49_900),
      termDays: 30,
      deviceLimit: 2,
    },
    description: "Buys numbers, waits for their codes and hands them to your programs, on your own machine.",
  });
  await addVersion(tx, id, {
    version: "1.0.0",
    notes: "An example of the default start: there is no file at this address.",
    url: `https://downloads.smsden.test/${CODE}-1.0.0.zip`,
    sha256: createHash("sha256").update(`${CODE} 1.0.0`).digest("hex"),
  });
  await stepProduct(tx, id, "put_on_sale");
}
