import { z } from "zod";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { priceRules, priceStates } from "#features/partners/prices/prices.rules.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const whole = z.number().int();
const Named = z.strictObject({ id: whole, name: z.string() });

export const PriceRow = z.strictObject({
  service: Named,
  country: Named,
  /** What the partner gets for a code; null = not on sale, because there is no price. */
  costKopecks: whole.nullable(),
  onSaleCount: whole,
  /** What others ask who have the same on sale; null = fewer than three. */
  competitors: z.strictObject({ count: whole, lowestKopecks: whole, medianKopecks: whole }).nullable(),
  /** Codes of the last 30 days by what their suppliers got, cheapest first; of three competitors each at least. */
  steps: z.array(z.strictObject({ fromKopecks: whole, toKopecks: whole, codes: whole, ownCodes: whole })),
  /** The partner's own codes of the last 30 days. */
  own: z.strictObject({ codes: whole, meanKopecks: whole }).nullable(),
});
export type PriceRow = z.infer<typeof PriceRow>;

export const PriceRows = z.strictObject({
  items: z.array(PriceRow),
  /** Of all that fit. */
  total: whole,
  limits: z.strictObject({ floorKopecks: whole, ceilingKopecks: whole }),
});
export type PriceRows = z.infer<typeof PriceRows>;

const search = z.string().trim().max(80).optional();
const state = z.enum(priceStates).default("all");
const cabinet = { tag: "partners", access: "partner" } as const;

export const listPricesEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetListPrices",
  method: "GET",
  path: "/cabinet/prices",
  summary: "The partner's prices beside its competitors'",
  description:
    "Nobody is named: what fewer than three competitors ask or have sold is left out, and past sales are joined into steps of three at least.",
  query: z.object({ search, state, offset: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  response: PriceRows,
  errors: [],
});

export const setPricesEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetSetPrices",
  method: "POST",
  path: "/cabinet/prices",
  summary: "Set prices of services in countries, all or none",
  description:
    "They count from the next order on, and are in the lists within two seconds. Open orders keep theirs.",
  keyed: true,
  body: z.strictObject({
    prices: z
      .array(
        z.strictObject({
          serviceId: whole.min(0).max(2_147_483_647),
          countryId: whole.min(0).max(2_147_483_647),
          costKopecks: whole.min(1).max(10_000_000),
        }),
      )
      .min(1)
      .max(priceRules.pricesAtOnce),
  }),
  response: z.strictObject({ changed: whole }),
  errors: [
    partnerErrors.PARTNER_PRICE_NOT_ALLOWED,
    partnerErrors.PARTNER_PRICE_OUT_OF_LIMITS,
    partnerErrors.PARTNER_PRICE_TOO_OFTEN,
    operationErrors.SUPPLIER_ENDED,
  ],
});

const percent = { min: priceRules.percentMin, max: priceRules.percentMax };

const BulkView = z.strictObject({
  /** Prices that would change. */
  count: whole,
  /** Stopped by floor or ceiling. */
  atLimit: whole,
  /** Left as they are: changed as often as they may within an hour. */
  tooOften: whole,
  /** The sum over those with past sales enough (`known`); what they earned, and between what they would have. */
  effect: z.strictObject({ known: whole, nowKopecks: whole, lowKopecks: whole, highKopecks: whole }),
});
export type BulkView = z.infer<typeof BulkView>;

export const previewPricesEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetPreviewPrices",
  method: "GET",
  path: "/cabinet/prices/bulk",
  summary: "What changing all prices that fit by so many percent would do",
  query: z.object({ search, state, percent: z.coerce.number().int().min(percent.min).max(percent.max) }),
  response: BulkView,
  errors: [],
});

export const changePricesEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetChangePrices",
  method: "POST",
  path: "/cabinet/prices/bulk",
  summary: "Change all prices that fit by so many percent",
  description:
    "A price that would pass floor or ceiling stops there; one that changed too often stays as it is.",
  keyed: true,
  body: z.strictObject({ search, state, percent: whole.min(percent.min).max(percent.max) }),
  response: z.strictObject({ changed: whole, atLimit: whole, tooOften: whole }),
  errors: [partnerErrors.PARTNER_PRICES_TOO_MANY, operationErrors.SUPPLIER_ENDED],
});
