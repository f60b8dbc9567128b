import type { ReactNode } from "react";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";

type OrderHeadingProps = {
  order: {
    readonly service: { readonly icon: string | null; readonly name: string };
    readonly country: { readonly icon: string; readonly name: string };
    readonly operator: string;
  };
  /** The order's state. */
  badge: ReactNode;
};

/** What a card is about: an order's service, country and operator, and its state beside them. */
export function OrderHeading({ order, badge }: OrderHeadingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ServiceMark icon={order.service.icon} name={order.service.name} />
      <div className="mr-auto grid min-w-0 max-w-[calc(100%-2.75rem)] wrap-anywhere">
        <h2 className="font-semibold leading-tight">{order.service.name}</h2>
        <p className="flex flex-wrap items-center gap-x-1.5 text-muted text-sm">
          <Flag src={order.country.icon} className="h-3! w-4!" />
          {order.country.name}
          {order.operator === "any" ? null : <span>· {order.operator}</span>}
        </p>
      </div>
      {badge}
    </div>
  );
}
