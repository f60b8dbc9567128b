import { makeIntakeRoutes } from "#features/supply/intake/intake.routes.ts";
import type { SmsBatchSink, SmsSink } from "#features/supply/intake/intake.writes.ts";
import { type InventoryPorts, makeInventoryRoutes } from "#features/supply/inventory.routes.ts";
import type { CallSink } from "#features/supply/rent/rent.writes.ts";
import type { Route } from "#lib/api/route.ts";

/** What supply needs from the orders' side, which stands below it: given when the API is assembled. */
export type SupplyPorts = InventoryPorts & {
  readonly onSms: SmsSink;
  /** The same for many at once. */
  readonly onManySms: SmsBatchSink;
  readonly onCall: CallSink;
};

/** Every endpoint that partners' servers call. */
export function makeSupplyRoutes(ports: SupplyPorts): Route[] {
  return [
    ...makeIntakeRoutes({ one: ports.onSms, many: ports.onManySms }, ports.onCall),
    ...makeInventoryRoutes(ports),
  ];
}
