import "server-only";
import { cache } from "react";
import type { Deliveries } from "#features/pricing/offers.rules.ts";
import { readDeliveriesOf } from "#features/statistics/delivery/delivery.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";

/** How each country's numbers have done for a service, where the sample is large enough to say. */
export const loadDeliveries = cache(
  (serviceId: number): Promise<Deliveries> => readDeliveriesOf(pageDb(), serviceId),
);
