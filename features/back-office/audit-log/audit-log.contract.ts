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
  /** Names of the services and countries among the details, in the reader's language, by the detail's name. */
  names: z.record(z.string(), z.string()),
  ip: z.string(),
  at: instant,
});
export type ActionLine = z.infer<typeof ActionLine>;

const Action = z
  .string()
  .trim()
  .regex(/^[a-z0-9.:-]{1,80}$/i);
const Subject = z
  .string()
  .trim()
  .max(80)
  .regex(/^[\p{L}\p{M}\p{N}.:_-]+$/u);

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
    action: Action.optional(),
    /** What it was done to: `payment:100017`. */
    subject: Subject.optional(),
    before,
  }),
  response: pageOf(ActionLine),
  errors: [],
});
