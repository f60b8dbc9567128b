"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { countriesQuery } from "#features/catalogue/catalogue.client.ts";
import { findCountryNamed } from "#features/catalogue/catalogue.rules.ts";
import { RequestForm } from "#features/community/service-requests/request-form.island.tsx";
import { StockAlert } from "#features/community/stock-alerts/components/stock-alert.island.tsx";
import { useDeadEnd } from "#features/pricing/dead-end.island.tsx";

/** A service that we know, anywhere or in a country that we know, or the country of a page can be waited for by one press; anything else is asked for in words. */
export function DeadEndHelp() {
  const t = useTranslations("community.stockAlert");
  const { serviceId, serviceName, search, countryId } = useDeadEnd();
  const [isFormOpen, setFormOpen] = useState(false);
  const other = useFocusBack<HTMLDivElement>(isFormOpen);
  const isSearched = search !== "" && countryId === undefined;
  const countries = useQuery({ ...countriesQuery, enabled: isSearched });
  const found = isSearched ? findCountryNamed(countries.data ?? [], search) : null;
  const country = countryId === undefined ? found : { external_id: countryId, name: search };
  if (isSearched && countries.isPending) return <div className="min-h-48" />;
  if (countryId === undefined && (serviceId === null || (isSearched && !country))) return <RequestForm />;
  return (
    <div className="grid gap-4">
      <StockAlert
        key={country?.external_id}
        serviceId={serviceId}
        countryId={country?.external_id ?? null}
        what={[serviceName, country?.name].filter(Boolean).join(", ")}
      />
      <div ref={other} className="grid">
        {isFormOpen ? (
          <RequestForm />
        ) : (
          <Button tone="quiet" className="mx-auto" onClick={() => setFormOpen(true)}>
            {t("other")}
          </Button>
        )}
      </div>
    </div>
  );
}
