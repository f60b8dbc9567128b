import { z } from "zod";
import { fineCauses, fineLimits, fineStates } from "#features/partners/fines.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

const whole = z.number().int();
const instant = z.iso.datetime();
const cabinet = { tag: "partners", access: "partner" } as const;

export const FineView = z.strictObject({
  id: whole,
  amountKopecks: whole,
  /** Of a fine that does not stand yet kept aside for it, of one that stands taken. */
  reservedKopecks: whole,
  cause: z.enum(fineCauses),
  /** What the staff wrote. */
  words: z.string(),
  /** The activation that it is about; null = none. */
  orderId: whole.nullable(),
  state: z.enum(fineStates),
  announcedAt: instant,
  appealUntil: instant,
  mayAppeal: z.boolean(),
  appeal: z.string().nullable(),
  appealedAt: instant.nullable(),
  /** Why the staff decided so about the appeal. */
  decision: z.string().nullable(),
  decidedAt: instant.nullable(),
});
export type FineView = z.infer<typeof FineView>;

export const FinePage = z.strictObject({ items: z.array(FineView), hasMore: z.boolean() });
export type FinePage = z.infer<typeof FinePage>;

export const listFinesEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetListFines",
  method: "GET",
  path: "/cabinet/fines",
  summary: "The partner's fines, newest first",
  query: z.object({ before: Id.optional() }),
  response: FinePage,
  errors: [],
});

export const appealFineEndpoint = defineEndpoint({
  ...cabinet,
  id: "cabinetAppealFine",
  method: "POST",
  path: "/cabinet/fines/{id}/appeal",
  summary: "Appeal against a fine, once and in time",
  keyed: true,
  params: idParams,
  body: z.strictObject({
    text: z.string().trim().min(fineLimits.appealCharactersMin).max(fineLimits.appealCharacters),
  }),
  response: z.strictObject({ state: z.enum(fineStates) }),
  errors: [partnerErrors.FINE_NOT_FOUND, partnerErrors.FINE_APPEAL_CLOSED],
});
