import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
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
  stepDeskOffer,
  withdrawDeskStock,
} from "#features/back-office/ready-accounts/desk-ready-accounts.writes.ts";
import { route } from "#lib/api/route.ts";

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
