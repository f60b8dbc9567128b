import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  addDeskOfferEndpoint,
  addDeskStockEndpoint,
  editDeskOfferEndpoint,
  listDeskOffersEndpoint,
  stepDeskOfferEndpoint,
  withdrawDeskStockEndpoint,
} from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { listAccountOfferViews } from "#features/back-office/ready-accounts/desk-ready-accounts.reads.ts";
import {
  addDeskOffer,
  addDeskStock,
  editDeskOffer,
  type OfferCall,
  stepDeskOffer,
  withdrawDeskStock,
} from "#features/back-office/ready-accounts/desk-ready-accounts.writes.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

type Asked = { actor: UserActor; ip: string; idempotencyKey: string; body: { reason: string } };
const callOf = ({ actor, ip, idempotencyKey, body }: Asked): OfferCall => ({
  staff: staffOf(actor, ip),
  idempotencyKey,
  reason: body.reason,
});

function answered<Answer>({ answer, replayed }: Answered<Answer>) {
  return reply(answer, { headers: replayHeader(replayed) });
}

/** Offers of accounts and their stock, at the desk. */
export const deskReadyAccountRoutes = [
  route(listDeskOffersEndpoint, ({ db, query, locale }) => {
    const { state = null, only, before = null } = query;
    return listAccountOfferViews(db, { state, isEmpty: only === "empty", before }, locale);
  }),
  route(addDeskOfferEndpoint, async (asked) => {
    const { reason: _, ...terms } = asked.body;
    return answered(await addDeskOffer(asked.db, terms, callOf(asked)));
  }),
  route(editDeskOfferEndpoint, async (asked) => {
    const { reason: _, ...terms } = asked.body;
    return answered(await editDeskOffer(asked.db, asked.params.id, terms, callOf(asked)));
  }),
  route(stepDeskOfferEndpoint, async (asked) =>
    answered(await stepDeskOffer(asked.db, asked.params.id, asked.body.step, callOf(asked))),
  ),
  route(addDeskStockEndpoint, async (asked) => {
    const { reason: _, ...upload } = asked.body;
    return answered(await addDeskStock(asked.db, asked.params.id, upload, callOf(asked)));
  }),
  route(withdrawDeskStockEndpoint, async (asked) =>
    answered(await withdrawDeskStock(asked.db, asked.params.id, callOf(asked))),
  ),
];
