import type { DeskOfferView } from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";

type OfferGoodsProps = {
  service: Pick<DeskOfferView["service"], "name" | "icon">;
  country: DeskOfferView["country"];
};

/** What the accounts of an offer are for, in a line that wraps. */
export function OfferGoods({ service, country }: OfferGoodsProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span className="flex min-w-0 items-center gap-2">
        <ServiceMark icon={service.icon} name={service.name} size="sm" />
        <span className="wrap-anywhere">{service.name}</span>
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <Flag src={country.icon} />
        <span className="wrap-anywhere">{country.name}</span>
      </span>
    </p>
  );
}
