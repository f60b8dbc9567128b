import { z } from "zod";
import { before, instant, Person, pageOf } from "#features/back-office/back-office.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

export const ActionLine = z.strictObject({
  id: z.number().int(),
  actor: Person,
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string(),
  at: instant,
});
export type ActionLine = z.infer<typeof ActionLine>;

const Word = z
  .string()
  .trim()
  .regex(/^[a-z0-9.:-]{1,80}$/i);

export const listActionsEndpoint = defineEndpoint({
  id: "deskListActions",
  method: "GET",
  path: "/desk/actions",
  tag: "desk",
  summary: "What the staff did, newest first",
  access: "staff",
  permission: "support",
  query: z.object({
    actorId: Id.optional(),
    /** An action or how it begins: `correction`, `withdrawal.approve`. */
    action: Word.optional(),
    /** What it was done to: `payment:100017`. */
    subject: Word.optional(),
    before,
  }),
  response: pageOf(ActionLine),
  errors: [],
});
