import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";

type OrderLineProps = {
  /** The columns on wide screens; on phones the parts stand in two columns. */
  grid: string;
  children: ReactNode;
};

/** A line in a list of orders. */
export function OrderLine({ grid, children }: OrderLineProps) {
  return (
    <li className={cx("grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-4 py-3.5 text-sm", grid)}>
      {children}
    </li>
  );
}

type OrderGoodsProps = {
  service: { readonly name: string; readonly icon: string | null };
  country: { readonly name: string; readonly icon: string };
  /** Its name, or "any". */
  operator: string;
};

/** What an order is for, in its line: service, country, operator. */
export function OrderGoods({ service, country, operator }: OrderGoodsProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-lg:order-3 max-lg:col-span-2">
      <ServiceMark icon={service.icon} name={service.name} size="sm" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{service.name}</span>
        <span className="flex items-center gap-1.5 text-muted text-xs">
          {country.icon ? <Flag src={country.icon} /> : null}
          <span className="truncate">
            {operator === "any" ? country.name : `${country.name}, ${operator}`}
          </span>
        </span>
      </span>
    </span>
  );
}
