import {
  countryFields,
  listCountriesEndpoint,
  pickCountryFields,
  toCountryWire,
} from "#features/catalogue/catalogue.contract.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import {
  type BlockWire,
  blockSaleEndpoint,
  liftBlockEndpoint,
  listBlocksEndpoint,
} from "#features/policy/policy.contract.ts";
import {
  type Door,
  forgetPolicy,
  listBlocks,
  listCountriesForSale,
  type PolicyBlockRecord,
  saleVersion,
} from "#features/policy/policy.reads.ts";
import { blockSale, liftBlock } from "#features/policy/policy.writes.ts";
import { route } from "#lib/api/route.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const BLOCKS_SHOWN = 500;
const siteDoor: Door = { mode: "activation", channel: "site" };

function toBlockWire(block: PolicyBlockRecord): BlockWire {
  return { ...block, since: block.since.toISOString(), liftedAt: block.liftedAt?.toISOString() ?? null };
}

/** The catalogue's countries are answered here, because what may be listed is the policy's to say. */
export const policyRoutes = [
  sharedRoute(
    listCountriesEndpoint,
    async ({ db, query, locale }) => {
      const countries = await listCountriesForSale(db, siteDoor, locale);
      const fields = query.fields ?? countryFields;
      return countries.map((country) => pickCountryFields(toCountryWire(country, locale), fields));
    },
    { keyOf: ({ query }) => String(query.fields ?? ""), versionOf: saleVersion },
  ),

  route(listBlocksEndpoint, async ({ db }) => (await listBlocks(db, BLOCKS_SHOWN)).map(toBlockWire)),

  route(blockSaleEndpoint, async ({ db, body, actor, ip }) => {
    const block = await withTransaction(db, async (tx) => {
      const made = await blockSale(tx, { ...body, actor: `staff:${actor.userId}` });
      const { serviceId, countryId, supplierId, mode, channel, effect, reasonCode, reasonText } = body;
      await recordAction(tx, {
        actorId: actor.userId,
        action: "policy.block",
        subject: `policy-block:${made.blockId}`,
        details: { serviceId, countryId, supplierId, mode, channel, effect, reasonCode, reason: reasonText },
        ip,
      });
      return made;
    });
    forgetPolicy(db);
    return block;
  }),

  route(liftBlockEndpoint, async ({ db, params, body, actor, ip }) => {
    const lift = { blockId: params.blockId, actor: `staff:${actor.userId}`, reason: body.reason };
    await withTransaction(db, async (tx) => {
      await liftBlock(tx, lift);
      await recordAction(tx, {
        actorId: actor.userId,
        action: "policy.lift",
        subject: `policy-block:${params.blockId}`,
        details: { reason: body.reason },
        ip,
      });
    });
    forgetPolicy(db);
    return { blockId: params.blockId };
  }),
];
