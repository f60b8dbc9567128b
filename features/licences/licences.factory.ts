import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { findNewestAgreement } from "#features/licences/agents/agents.reads.ts";
import { acceptAgreement, publishAgreement, setAgentShare } from "#features/licences/agents/agents.writes.ts";
import {
  addProduct,
  addVersion,
  type ProductTerms,
  stepProduct,
} from "#features/licences/products/products.writes.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Terms of a product at ten roubles for thirty days on two devices. */
export function productTerms(part: Partial<ProductTerms> = {}): ProductTerms {
  return {
    ...{ name: "Bulk sender", softwareType: "Automation", description: "Sends what it is told." },
    ...{ priceKopecks: kopecks(1_000), termDays: 30, deviceLimit: 2, ...part },
  };
}

/** A code that no other product has. */
export const newProductCode = () => `tool-${randomUUID().slice(0, 18)}`;

/** A product on sale. */
export async function givenProduct(
  db: Db,
  part: Partial<ProductTerms> = {},
): Promise<{ productId: number; code: string }> {
  const code = newProductCode();
  const productId = await withTransaction(db, async (tx) => {
    const { id } = await addProduct(tx, code, productTerms(part));
    await stepProduct(tx, id, "put_on_sale");
    return id;
  });
  return { productId, code };
}

/** A licence that somebody with the money has bought. */
export async function givenLicence(
  db: Db,
  { userId, ...part }: Partial<ProductTerms> & { userId: number },
): Promise<{ licenceId: number; productId: number; code: string }> {
  const product = await givenProduct(db, part);
  const { licenceId } = await buyLicence(db, {
    ...{
      userId,
      productId: product.productId,
      maxPriceKopecks: null,
      channel: "site",
      idempotencyKey: randomUUID(),
    },
  });
  return { licenceId, ...product };
}

/** A product on sale with a version that can be downloaded. */
export async function givenVersion(db: Db): Promise<{ productId: number; versionId: number }> {
  const { productId } = await givenProduct(db);
  const published = {
    ...{ version: "1.0", notes: "The first one", url: "https://files.example/tool.zip" },
    sha256: "a".repeat(64),
  };
  const { id } = await withTransaction(db, (tx) => addVersion(tx, productId, published));
  return { productId, versionId: id };
}

/** An agent who has accepted the newest agreement (one is published where there is none), at a tenth of the price. */
export async function givenAgent(
  db: Db,
  { shareBasisPoints = 1_000, money = 0 }: { shareBasisPoints?: number; money?: number } = {},
): Promise<{ userId: UserId; code: string }> {
  const userId = await givenCustomer(db, money);
  await withTransaction(db, async (tx) => {
    await givenRole(tx, userId, "agent");
    await setAgentShare(tx, { userId, shareBasisPoints, staffId: 1 });
  });
  const newest = await findNewestAgreement(db);
  const { version } =
    newest ??
    (await withTransaction(db, (tx) => publishAgreement(tx, { text: "Sell honestly.", staffId: 1 })));
  await acceptAgreement(db, userId, version);
  return { userId, code: await agentCodeOf(db, userId) };
}

/** What stands in the link of an agent. */
export async function agentCodeOf(db: Db, userId: UserId): Promise<string> {
  const { code } = await one<{ code: string }>(
    db,
    sql`select code from licences_agents where user_id = ${userId}`,
  );
  return code;
}
