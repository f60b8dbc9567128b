import { z } from "zod";
import { WireDelivery } from "#features/pricing/pricing.contract.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { ratedPurchases } from "#features/statistics/delivery/delivery.rules.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const listDeliveriesEndpoint = defineEndpoint({
  id: "listDeliveries",
  method: "GET",
  path: "/country/delivery/{serviceId}",
  summary: "How many numbers of each country got a code for a service, and how soon",
  description: `Within ${metricDays} days; countries with fewer than ${ratedPurchases} purchases are left out.`,
  tag: "catalogue",
  access: "public",
  scope: "read",
  params: z.object({
    serviceId: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  }),
  response: z.array(WireDelivery),
  errors: [pricingErrors.SERVICE_NOT_FOUND],
});
