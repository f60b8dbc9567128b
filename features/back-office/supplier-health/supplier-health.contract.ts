import { z } from "zod";
import { before, instant, pageOf } from "#features/back-office/back-office.contract.ts";
import { exchangeActions, unusableReasons } from "#features/supply/health/unusable-answers.rules.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { supplierCodePattern } from "#features/supply/operation.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const count = z.number().int();

/** What a supplier answered and sent over some time. */
const HealthSums = z.strictObject({
  /** Questions for a number that brought one, that found none, that failed, and that have no answer. */
  numbers: count,
  noNumbers: count,
  failed: count,
  unanswered: count,
  /** Of those where the supplier claimed to have numbers; null without any. */
  noNumbersPercent: z.number().nullable(),
  /** Mean, and within how many milliseconds 90 of a hundred came; null without answers, or when that is above three seconds. */
  meanAnswerMs: count.nullable(),
  mostAnswersMs: count.nullable(),
  sms: count,
  unusable: count,
});
export type HealthSums = z.infer<typeof HealthSums>;

export const SupplierHealth = z.strictObject({
  hour: HealthSums,
  day: HealthSums,
  /** Of the last day, most first. */
  unusable: z.array(
    z.strictObject({
      action: z.enum(exchangeActions),
      reason: z.enum(unusableReasons),
      count,
      lastAt: instant,
    }),
  ),
  /** Orders of the last day that had a number and ended, by service; most first. */
  delivery: z.array(z.strictObject({ code: z.string(), name: z.string(), orders: count, delivered: count })),
  /** What purchases by worth go by; most ordered first, 50 at most. */
  worth: z.array(
    z.strictObject({
      service: z.string(),
      country: z.string(),
      orders: count,
      delivered: count,
      /** Questions that brought no number. */
      refused: count,
      chancePercent: count,
      waitSeconds: count,
      isTrial: z.boolean(),
    }),
  ),
});
export type SupplierHealth = z.infer<typeof SupplierHealth>;

export const ExchangeView = z.strictObject({
  id: count,
  at: instant,
  action: z.enum(exchangeActions),
  reason: z.enum(unusableReasons),
  detail: z.string(),
  httpStatus: count.nullable(),
});
export type ExchangeView = z.infer<typeof ExchangeView>;

export const RawExchangeView = ExchangeView.extend({
  /** As sent, with the key blanked. */
  request: z.string(),
  /** The beginning of what came; null when nothing did. */
  answer: z.string().nullable(),
});
export type RawExchangeView = z.infer<typeof RawExchangeView>;

const Code = z.string().regex(supplierCodePattern);
const staff = { tag: "desk", access: "staff", permission: "support", method: "GET" } as const;
const { SUPPLIER_NOT_FOUND, EXCHANGE_NOT_FOUND } = operationErrors;

export const getSupplierHealthEndpoint = defineEndpoint({
  ...staff,
  id: "deskGetSupplierHealth",
  path: "/desk/suppliers/{code}/health",
  summary: "How a supplier answers: the last hour and the last day",
  params: z.object({ code: Code }),
  response: SupplierHealth,
  errors: [SUPPLIER_NOT_FOUND],
});

export const listExchangesEndpoint = defineEndpoint({
  ...staff,
  id: "deskListExchanges",
  path: "/desk/suppliers/{code}/exchanges",
  summary: "Answers of a supplier that could not be used, of the last seven days; newest first",
  params: z.object({ code: Code }),
  query: z.object({ before }),
  response: pageOf(ExchangeView),
  errors: [SUPPLIER_NOT_FOUND],
});

export const getExchangeEndpoint = defineEndpoint({
  ...staff,
  id: "deskGetExchange",
  path: "/desk/suppliers/{code}/exchanges/{id}",
  summary: "One such answer with what was asked, without keys",
  params: z.object({ code: Code, id: Id }),
  response: RawExchangeView,
  errors: [EXCHANGE_NOT_FOUND],
});
