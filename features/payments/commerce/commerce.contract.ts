import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** A credited top-up that the site's analytics has not been told of. */
export const CommerceOrder = z.strictObject({
  id: z.number().int(),
  payment_method_name: z.string(),
  /** Roubles. */
  cost: z.number().positive(),
});
export type CommerceOrder = z.infer<typeof CommerceOrder>;

export const listCommerceOrdersEndpoint = defineEndpoint({
  id: "listCommerceOrders",
  method: "GET",
  path: "/users/commerce-orders",
  summary: "Own credited top-ups that were not reported as purchases yet",
  description: "The oldest 50.",
  tag: "payments",
  access: "session",
  response: z.array(CommerceOrder),
  errors: [],
});

export const saveCommerceOrdersEndpoint = defineEndpoint({
  id: "saveCommerceOrders",
  method: "POST",
  path: "/users/commerce-orders-save",
  summary: "Note that orders were reported as purchases",
  description:
    "Ids that are none of the caller's credited top-ups are passed over. Answers those noted by this call.",
  tag: "payments",
  access: "session",
  body: z.strictObject({ order_ids: z.array(z.number().int().positive()).max(200) }),
  response: z.strictObject({ order_ids: z.array(z.number().int()) }),
  errors: [],
});
