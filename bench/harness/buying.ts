import type { LoadTarget } from "#bench/harness/load.ts";
import { apiKeyOf, COUNTRIES, HOT, SERVICES } from "#bench/harness/market.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import { buyStatement } from "#features/activations/purchase/place-order.writes.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type Spread = "spread" | "hot";

/**
 * The purchase as pgbench runs it: the very statement of the product with its parameters drawn by pgbench. On the hot
 * offer each client starts behind its last unit, as the product does; over many offers pgbench cannot remember.
 */
export function pgbenchPurchase(spread: Spread, users: number): string {
  const { text, values } = buyStatement(
    {
      userId: 0,
      serviceId: 0,
      countryId: 0,
      operator: "any",
      maxPriceKopecks: null as Kopecks | null,
      channel: "api",
      idempotencyKey: "",
      excludedSuppliers: [],
      inputHash: "",
    },
    { offerIds: [], stockIds: [] },
  );
  const isHot = spread === "hot";
  const parameters: Record<string, string> = {
    $1: ":user",
    $2: ":key",
    $3: "'0123456789abcdefghijkl'",
    $4: isHot ? String(HOT.serviceId) : ":service",
    $5: isHot ? String(HOT.countryId) : ":country",
    $6: "'any'",
    $7: "null",
    $8: "'api'",
    $9: "20",
    $10: "'{}'",
    $11: isHot ? "array[:offer_id]" : "'{}'",
    $12: isHot ? "array[:stock_id]" : "'{}'",
    // what a purchase that names no limit may cost above what was listed
    $13: String(values[12]),
    // no key with a daily limit
    $14: "null",
    $15: "null",
    // the cheapest, as without a named limit
    $16: "null",
  };
  const statement = text.replaceAll(/\$\d+/g, (name) => {
    const drawn = parameters[name];
    if (drawn === undefined)
      throw new Error(`The purchase has a parameter ${name} that its benchmark does not know`);
    return drawn;
  });
  return [
    `\\set user random(1, ${users})`,
    "\\set key random(1, 9000000000000000000)",
    `\\set service random(${SERVICES.from}, ${SERVICES.to})`,
    `\\set country random(${COUNTRIES.from}, ${COUNTRIES.to})`,
    `${statement}${isHot ? "\n\\gset" : ";"}`,
  ].join("\n");
}

/** The same purchases over HTTP: bots with their keys, several thousand different requests. */
export function purchaseTargets(spread: Spread, users: number): LoadTarget[] {
  const draw = ({ from, to }: { from: number; to: number }) =>
    from + Math.floor(Math.random() * (to - from + 1));
  return Array.from({ length: 4_000 }, () => {
    const country = spread === "hot" ? HOT.countryId : draw(COUNTRIES);
    const service = codes.get(spread === "hot" ? HOT.serviceId : draw(SERVICES));
    const key = apiKeyOf(draw({ from: 1, to: users }));
    const query = `api_key=${key}&action=getNumber&service=${service}&country=${country}`;
    return { method: "GET", target: `/stubs/handler_api.php?${query}`, headers: {} };
  });
}

const codes = new Map<number, string>();

/** Reads the protocol's codes of the services; before the first target is made. */
export async function readServiceCodes(db: BenchDb): Promise<void> {
  const found = await db.owner.query<{ id: number; code: string }>({
    text: "select id, code from catalogue_services",
    values: [],
  });
  for (const { id, code } of found.rows) codes.set(id, code);
}
