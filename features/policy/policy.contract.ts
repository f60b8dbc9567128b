import { z } from "zod";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { saleChannels, saleModes } from "#features/policy/policy.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const CatalogueId = z.int().min(0).max(2_147_483_647);

const Selectors = {
  serviceId: CatalogueId.nullable(),
  countryId: CatalogueId.nullable(),
  supplierId: CatalogueId.nullable(),
  mode: z.enum(saleModes).nullable(),
  channel: z.enum(saleChannels).nullable(),
};

const Block = z.strictObject({
  id: z.number().int(),
  ...Selectors,
  effect: z.enum(["deny", "api_only"]),
  reasonCode: z.string(),
  reasonText: z.string(),
  isPermanent: z.boolean(),
  since: z.iso.datetime(),
  blockedBy: z.string(),
  liftedAt: z.iso.datetime().nullable(),
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
});
export type BlockWire = z.infer<typeof Block>;

const Reason = z.string().trim().min(3).max(500);

export const listBlocksEndpoint = defineEndpoint({
  id: "listPolicyBlocks",
  method: "GET",
  path: "/policy/blocks",
  summary: "What may not be sold, open blocks first",
  tag: "Policy",
  access: "staff",
  permission: "support",
  response: z.array(Block),
  errors: [],
});

export const blockSaleEndpoint = defineEndpoint({
  id: "blockSale",
  method: "POST",
  path: "/policy/blocks",
  summary: "Stop a sale; it acts within 5 seconds everywhere",
  description: "Selectors left out mean any. No selector at all stops every sale.",
  tag: "Policy",
  access: "staff",
  permission: "money",
  stepUp: true,
  body: z.strictObject({
    serviceId: Selectors.serviceId.default(null),
    countryId: Selectors.countryId.default(null),
    supplierId: Selectors.supplierId.default(null),
    mode: Selectors.mode.default(null),
    channel: Selectors.channel.default(null),
    effect: z.enum(["deny", "api_only"]).default("deny"),
    reasonCode: z
      .string()
      .regex(/^[A-Z][A-Z_]{2,39}$/)
      .default("KILL_SWITCH"),
    reasonText: Reason,
  }),
  response: z.strictObject({ blockId: z.number().int() }),
  status: 201,
  errors: [],
});

export const liftBlockEndpoint = defineEndpoint({
  id: "liftPolicyBlock",
  method: "POST",
  path: "/policy/blocks/{blockId}/lift",
  summary: "End a block, with the reason",
  tag: "Policy",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: z.object({ blockId: Id }),
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ blockId: z.number().int() }),
  errors: [policyErrors.BLOCK_NOT_FOUND, policyErrors.BLOCK_ALREADY_LIFTED, policyErrors.BLOCK_PERMANENT],
});
