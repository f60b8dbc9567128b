"use client";

import { ChosenGoods } from "#features/back-office/goods/components/chosen-goods.tsx";
import { useKeptFocus } from "#features/back-office/goods/kept-focus.client.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServiceSearch } from "#features/catalogue/components/service-search.island.tsx";

/** A service as a form of the desk holds it. */
export type ChosenService = { id?: number; code: string; name: string; icon?: string | null };

type ServiceChoiceProps = {
  label: string;
  value: ChosenService | null;
  onChange: (service: ChosenService | null) => void;
};

/** The buyer's search for a service, over the whole catalogue; the code stands below each name. */
export function ServiceChoice({ label, value, onChange }: ServiceChoiceProps) {
  const frame = useKeptFocus(value === null);
  return (
    <fieldset ref={frame} className="grid min-w-0 gap-1.5">
      <legend className="wrap-anywhere mb-1.5 font-medium text-sm">{label}</legend>
      {value ? (
        <ChosenGoods
          mark={<ServiceMark icon={value.icon ?? null} name={value.name} size="sm" />}
          name={value.name}
          detail={<span className="font-mono">{value.code}</span>}
          onChange={() => onChange(null)}
        />
      ) : (
        <ServiceSearch
          list="desk/services"
          onSelect={onChange}
          detailOf={({ code }) => <span className="font-mono">{code}</span>}
        />
      )}
    </fieldset>
  );
}
