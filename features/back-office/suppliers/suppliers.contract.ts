import { z } from "zod";
import { before, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { wordTables } from "#features/supply/dialects/dialects.rules.ts";
import { costKinds } from "#features/supply/operation/supplier-costs.rules.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import {
  operationLimits,
  operatorPattern,
  supplierCodePattern,
  supplierKeyPattern,
  supplierKinds,
  supplierStates,
} from "#features/supply/operation.rules.ts";
import { upstreamCurrencies } from "#features/supply/upstream-money.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const SupplierView = z.strictObject({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(supplierKinds),
  state: z.enum(supplierStates),
  /** It answers and may sell now. */
  healthy: z.boolean(),
  /** As many orders are open on it as may be. */
  isFull: z.boolean(),
  /** Our balance at an upstream does not suffice to buy there. */
  isOutOfMoney: z.boolean(),
  circuitState: z.enum(["closed", "open", "half-open"]),
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
  lastError: z.string().nullable(),
  penaltyUntil: instant.nullable(),
  penaltyReason: z.string().nullable(),
  looseTypesAt: instant.nullable(),
  looseTypes: z.string().nullable(),
  /** Numbers for single SMS: what its last report said it has, and what of it is on sale. */
  toldCount: z.number().int(),
  onSaleCount: z.number().int(),
  /** What of the told numbers the last day's attempts prove. */
  provenCount: z.number().int(),
  /** Of the last hour: NO_NUMBERS of a hundred answers, mean answer time, answers that could not be used. */
  noNumbersPercent: z.number().nullable(),
  meanAnswerMs: z.number().int().nullable(),
  unusableCount: z.number().int(),
});
export type SupplierView = z.infer<typeof SupplierView>;

const Named = z.strictObject({ word: z.string(), name: z.string() });

export const SupplierDetails = SupplierView.extend({
  baseUrl: z.string().nullable(),
  honoursClientId: z.boolean(),
  rents: z.boolean(),
  openMax: z.number().int().nullable(),
  /** Of an upstream the most that a number may cost. */
  defaultCostKopecks: z.number().int().nullable(),
  /** What an upstream counts in, and what one unit of it costs us; null for other kinds. */
  currency: z.enum(upstreamCurrencies).nullable(),
  rateKopecks: z.number().int().nullable(),
  /** Our balance there and the least with which it sells, in hundredths of its currency. */
  balanceCents: z.number().int().nullable(),
  balanceMinCents: z.number().int().nullable(),
  balanceAt: instant.nullable(),
  /** What it may sell; empty = everything. `word` is what the form takes. */
  countries: z.array(Named),
  services: z.array(Named),
  operators: z.array(z.string()),
  createdAt: instant,
  endedAt: instant.nullable(),
  /** The partner whose it is; null: nobody with an account here. */
  owner: Person.nullable(),
  /** Between what the owner may set its own prices; null: the house's limits. */
  costFloorKopecks: z.number().int().nullable(),
  costCeilingKopecks: z.number().int().nullable(),
  /** The words by which it names countries; null: as suppliers of its kind do. */
  wordTable: z.enum(wordTables).nullable(),
  rentCount: z.number().int(),
  costsCount: z.number().int(),
  hourCostsCount: z.number().int(),
  retiredKeys: z.array(z.strictObject({ callsUntil: instant, takenUntil: instant, retiredAt: instant })),
});
export type SupplierDetails = z.infer<typeof SupplierDetails>;

/** With the key when this very call has made one: it is shown this once. */
const SupplierWithKey = z.strictObject({ supplier: SupplierDetails, key: z.string().nullable() });
export type SupplierWithKey = z.infer<typeof SupplierWithKey>;

const Code = z.string().regex(supplierCodePattern);
const Key = z.string().regex(supplierKeyPattern);
const Words = z.array(z.string().trim().min(1).max(80)).max(operationLimits.allowedWords).default([]);
const params = z.object({ code: Code });
const body = z.strictObject({ reason: Reason });

/** What may be changed later; an agent and an upstream have an address. */
export const SupplierTermsInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  baseUrl: z.string().trim().min(1).max(500).nullable().default(null),
  honoursClientId: z.boolean().default(false),
  rents: z.boolean().default(true),
  openMax: z.number().int().min(1).max(operationLimits.openMax).nullable().default(null),
  defaultCostKopecks: z.number().int().min(1).max(10_000_000).nullable().default(null),
  /** Of an upstream. The rate is what a dollar costs us; a rouble's is left out. */
  currency: z.enum(upstreamCurrencies).nullable().default(null),
  rateKopecks: z.number().int().min(1).max(1_000_000).nullable().default(null),
  balanceMinCents: z.number().int().min(0).max(1_000_000_000).nullable().default(null),
  /** Slugs or ids. */
  countries: Words,
  /** The protocol's codes. */
  services: Words,
  operators: z
    .array(z.string().trim().toLowerCase().regex(operatorPattern))
    .max(operationLimits.allowedWords)
    .default([]),
  // What follows stays as it is when it is left out.
  /** E-mail address or number of a partner's account; null: nobody's. */
  owner: z.string().trim().min(1).max(320).nullable().optional(),
  wordTable: z.enum(wordTables).nullable().optional(),
  costFloorKopecks: z.number().int().min(1).max(10_000_000).nullable().optional(),
  costCeilingKopecks: z.number().int().min(1).max(10_000_000).nullable().optional(),
});
export type SupplierTermsInput = z.output<typeof SupplierTermsInput>;

export const NewSupplierInput = SupplierTermsInput.extend({
  code: Code,
  kind: z.enum(supplierKinds),
  /** Made by the agent's side; left out, we make one. An upstream's is given. */
  key: Key.optional(),
});
export type NewSupplierInput = z.output<typeof NewSupplierInput>;

export const KeyRotationInput = z.strictObject({
  key: Key.optional(),
  /** How long the former key is still taken; 0 = not at all. */
  overlapHours: z.number().int().min(0).max(operationLimits.overlapHoursMax),
  /** After how long we call the agent with the new key; not longer than the overlap. */
  callsAfterHours: z.number().int().min(0).max(operationLimits.overlapHoursMax).default(0),
  reason: Reason,
});

export const CostsInput = z.strictObject({
  kind: z.enum(costKinds),
  /** Lines of country, service and roubles. */
  text: z.string().min(1).max(operationLimits.costText),
  percent: z.number().int().min(1).max(operationLimits.percentMax).default(100),
  reason: Reason,
});

export const CostRemovalInput = z.strictObject({
  kind: z.enum(costKinds),
  /** Slug or id. */
  country: z.string().trim().min(1).max(80),
  /** The protocol's code; null: the whole number. */
  service: z.string().trim().min(1).max(80).nullable(),
  reason: Reason,
});

const staff = { tag: "desk", access: "staff" } as const;
const { SUPPLIER_NOT_FOUND, SUPPLIER_ENDED } = operationErrors;
const termErrors = [
  operationErrors.SUPPLIER_ADDRESS_REFUSED,
  operationErrors.SUPPLIER_HAS_NO_ADDRESS,
  operationErrors.SUPPLIER_WORDS_UNKNOWN,
  operationErrors.SUPPLIER_OWNER_UNKNOWN,
  operationErrors.SUPPLIER_OWNER_TAKEN,
  operationErrors.SUPPLIER_OWNER_KEPT,
  operationErrors.SUPPLIER_LIMITS_CROSSED,
  operationErrors.SUPPLIER_SHOP_TERMS,
  backOfficeErrors.OWN_ACCOUNT,
] as const;

export const listSuppliersEndpoint = defineEndpoint({
  ...staff,
  id: "deskListSuppliers",
  method: "GET",
  path: "/desk/suppliers",
  summary: "Suppliers with their health, newest first",
  permission: "support",
  query: z.object({
    search: z.string().trim().max(80).optional(),
    kind: z.enum(supplierKinds).optional(),
    state: z.enum(supplierStates).optional(),
    /** Those that should sell and cannot now. */
    only: z.enum(["unavailable"]).optional(),
    before,
  }),
  response: pageOf(SupplierView),
  errors: [],
});

export const getSupplierEndpoint = defineEndpoint({
  ...staff,
  id: "deskGetSupplier",
  method: "GET",
  path: "/desk/suppliers/{code}",
  summary: "One supplier",
  permission: "support",
  params,
  response: SupplierDetails,
  errors: [SUPPLIER_NOT_FOUND],
});

const SupplierCostView = z.strictObject({
  kind: z.enum(costKinds),
  country: Named,
  /** Null: the whole number. */
  service: Named.nullable(),
  costKopecks: z.number().int(),
});

const SupplierCosts = z.strictObject({ items: z.array(SupplierCostView), hasMore: z.boolean() });
export type SupplierCosts = z.infer<typeof SupplierCosts>;

export const listSupplierCostsEndpoint = defineEndpoint({
  ...staff,
  id: "deskListSupplierCosts",
  method: "GET",
  path: "/desk/suppliers/{code}/costs",
  summary: "The first costs of a supplier, of a country or service where one is named",
  permission: "support",
  params,
  /** A country's slug or id, or a service's code. */
  query: z.object({ word: z.string().trim().max(80).optional() }),
  response: SupplierCosts,
  errors: [SUPPLIER_NOT_FOUND],
});

export const addSupplierEndpoint = defineEndpoint({
  ...staff,
  id: "deskAddSupplier",
  method: "POST",
  path: "/desk/suppliers",
  summary: "Take a supplier on; its key is shown this once",
  description:
    "An agent is asked for its stock within seconds. A repeat of the call answers the supplier without its key.",
  permission: "money",
  stepUp: true,
  keyed: true,
  body: NewSupplierInput.extend({ reason: Reason }),
  status: 201,
  response: SupplierWithKey,
  errors: [...termErrors, operationErrors.SUPPLIER_EXISTS, operationErrors.SUPPLIER_KEY_TAKEN],
});

export const editSupplierEndpoint = defineEndpoint({
  ...staff,
  id: "deskEditSupplier",
  method: "POST",
  path: "/desk/suppliers/{code}/edit",
  summary: "Change a supplier's name, address, limits and what it may sell",
  permission: "money",
  stepUp: true,
  keyed: true,
  params,
  body: SupplierTermsInput.extend({ reason: Reason }),
  response: SupplierDetails,
  errors: [SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, ...termErrors],
});

/** What moves a supplier on to another state, with a reason. */
const step = {
  ...staff,
  method: "POST",
  stepUp: true,
  keyed: true,
  params,
  body,
  response: SupplierDetails,
  errors: [SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, backOfficeErrors.OWN_ACCOUNT],
} as const;

export const pauseSupplierEndpoint = defineEndpoint({
  ...step,
  id: "deskPauseSupplier",
  path: "/desk/suppliers/{code}/pause",
  summary: "Stop a supplier's sale; running orders go on",
  permission: "support",
});

export const resumeSupplierEndpoint = defineEndpoint({
  ...step,
  id: "deskResumeSupplier",
  path: "/desk/suppliers/{code}/resume",
  summary: "Go on with a paused supplier's sale",
  permission: "money",
  errors: [...step.errors, operationErrors.SELF_TEST_NEEDED],
});

export const endSupplierEndpoint = defineEndpoint({
  ...step,
  id: "deskEndSupplier",
  path: "/desk/suppliers/{code}/end",
  summary: "End a supplier for good; its key is refused",
  permission: "money-lead",
});

export const rotateSupplierKeyEndpoint = defineEndpoint({
  ...staff,
  id: "deskRotateSupplierKey",
  method: "POST",
  path: "/desk/suppliers/{code}/rotate-key",
  summary: "Replace a supplier's key; the new one is shown this once",
  description: "A repeat of the call answers the supplier without its key.",
  permission: "money",
  stepUp: true,
  keyed: true,
  params,
  body: KeyRotationInput,
  response: SupplierWithKey,
  errors: [
    SUPPLIER_NOT_FOUND,
    SUPPLIER_ENDED,
    backOfficeErrors.OWN_ACCOUNT,
    operationErrors.SUPPLIER_KEY_TAKEN,
    operationErrors.SUPPLIER_OVERLAP_SHORT,
    operationErrors.SUPPLIER_SHOP_TERMS,
  ],
});

export const setSupplierCostsEndpoint = defineEndpoint({
  ...staff,
  id: "deskSetSupplierCosts",
  method: "POST",
  path: "/desk/suppliers/{code}/costs",
  summary: "Set what a supplier is paid, from a list",
  description: "A list with a wrong line changes nothing. Costs that it does not name stay.",
  permission: "money",
  stepUp: true,
  keyed: true,
  params,
  body: CostsInput,
  response: SupplierDetails,
  errors: [
    SUPPLIER_NOT_FOUND,
    SUPPLIER_ENDED,
    backOfficeErrors.OWN_ACCOUNT,
    operationErrors.SUPPLIER_COSTS_WRONG,
  ],
});

export const removeSupplierCostEndpoint = defineEndpoint({
  ...staff,
  id: "deskRemoveSupplierCost",
  method: "POST",
  path: "/desk/suppliers/{code}/costs/remove",
  summary: "Remove one cost of a supplier",
  description:
    "Such numbers get the supplier's common cost; without one they leave the lists at once. Running orders keep theirs.",
  permission: "money",
  stepUp: true,
  keyed: true,
  params,
  body: CostRemovalInput,
  response: SupplierDetails,
  errors: [
    SUPPLIER_NOT_FOUND,
    SUPPLIER_ENDED,
    backOfficeErrors.OWN_ACCOUNT,
    operationErrors.SUPPLIER_COST_NOT_FOUND,
    operationErrors.SUPPLIER_WORDS_UNKNOWN,
  ],
});
