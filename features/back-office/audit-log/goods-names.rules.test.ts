import { expect, it } from "vitest";
import { namesOf } from "#features/back-office/audit-log/goods-names.rules.ts";
import { buildCatalogue, type Country, type Service } from "#features/catalogue/catalogue.rules.ts";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };

it("services and countries of an action are named in the reader's language, unknown ones as they were recorded", () => {
  const catalogue = buildCatalogue(1, countries as Country[], services as unknown as Service[]);
  const names = (details: object) => namesOf({ ...details }, catalogue, "ru");
  expect(names({ service: "ot", countryId: 43, reason: "tg" })).toEqual({
    ...{ service: "Любой другой", countryId: "Германия" },
  });
  expect(names({ serviceId: 52, countryIds: "6,9999", serviceIds: "52,99999" })).toEqual({
    ...{ serviceId: "Telegram", countryIds: "Индонезия, 9999", serviceIds: "Telegram, 99999" },
  });
  expect(names({ serviceCode: "nope", countryId: null, serviceIds: "" })).toEqual({ serviceCode: "nope" });
});
