import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import type { PlannedPurchase } from "#features/payments/payments.contract.ts";

/** What the buyer was about to buy: service and country. */
export function PurchaseLine({ purchase }: { purchase: PlannedPurchase }) {
  return (
    <span className="flex flex-wrap items-center gap-2 wrap-anywhere font-medium">
      <ServiceMark name={purchase.name} icon={purchase.icon} size="sm" />
      {purchase.name}
      {purchase.country ? (
        // A flag never ends a line above its country.
        <span className="inline-flex items-center gap-2">
          <Flag src={purchase.country.icon} />
          {purchase.country.name}
        </span>
      ) : null}
    </span>
  );
}
