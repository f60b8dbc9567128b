import { randomUUID } from "node:crypto";
import {
  addProduct,
  addVersion,
  type ProductTerms,
  stepProduct,
} from "#features/licences/products/products.writes.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import type { Db } from "#lib/db/pool.ts";
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
