import type { Staff } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { checkGoods } from "#features/ready-accounts/stock/goods.reads.ts";
import {
  addOffer,
  editOffer,
  type OfferTerms,
  stepOffer,
} from "#features/ready-accounts/stock/offers.writes.ts";
import type { AccountOfferEvent } from "#features/ready-accounts/stock/stock.rules.ts";
import { addStock, type StockReport, withdrawStock } from "#features/ready-accounts/stock/stock.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** Who does it, under which idempotency key, and why. */
export type OfferCall = { readonly staff: Staff; readonly idempotencyKey: string; readonly reason: string };

type Details = Readonly<Record<string, string | number | boolean | null>>;
type Step<Answer> = {
  readonly action: string;
  readonly input: readonly unknown[];
  readonly work: (tx: Tx) => Promise<Answer>;
  /** Of the audit entry: the offer, and numbers; never what an account says. */
  readonly recordOf: (answer: Answer) => { id: number; details: Details };
};

/** A step of the staff with its audit entry, once per idempotency key. */
function act<Answer>(
  db: Db,
  { staff, idempotencyKey, reason }: OfferCall,
  { action, input, work, recordOf }: Step<Answer>,
): Promise<Answered<Answer>> {
  const call = { actorId: staff.staffId, key: idempotencyKey, input: [action, ...input, reason] };
  return withTransaction(db, (tx) =>
    once(tx, call, async () => {
      const answer = await work(tx);
      const { id, details } = recordOf(answer);
      await recordAction(tx, {
        ...{ actorId: staff.staffId, action, subject: `account-offer:${id}`, ip: staff.ip },
        details: { ...details, reason },
      });
      return answer;
    }),
  );
}

const factsOf = ({ serviceId, countryId, priceKopecks, minCount }: OfferTerms): Details => ({
  ...{ serviceId, countryId, priceKopecks, minCount },
});

/** Writes an offer of the house. Throws SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND, STOCK_TEMPLATE_WRONG. */
export async function addDeskOffer(
  db: Db,
  terms: OfferTerms,
  call: OfferCall,
): Promise<Answered<{ id: number }>> {
  await checkGoods(db, terms);
  return act(db, call, {
    action: "accountOffer.add",
    input: [terms],
    work: (tx) => addOffer(tx, terms),
    recordOf: ({ id }) => ({ id, details: factsOf(terms) }),
  });
}

/** Throws as `addDeskOffer` does, ACCOUNT_OFFER_NOT_FOUND, STOCK_TEMPLATE_KEPT. */
export async function editDeskOffer(
  db: Db,
  id: number,
  terms: OfferTerms,
  call: OfferCall,
): Promise<Answered<{ id: number }>> {
  await checkGoods(db, terms);
  return act(db, call, {
    action: "accountOffer.edit",
    input: [id, terms],
    work: async (tx) => {
      await editOffer(tx, id, terms);
      return { id };
    },
    recordOf: () => ({ id, details: factsOf(terms) }),
  });
}

/** Throws ACCOUNT_OFFER_NOT_FOUND, OFFER_STATE_REFUSED. */
export function stepDeskOffer(
  db: Db,
  id: number,
  step: AccountOfferEvent,
  call: OfferCall,
): Promise<Answered<{ id: number }>> {
  return act(db, call, {
    action: step === "stop" ? "accountOffer.stop" : "accountOffer.putOnSale",
    input: [id],
    work: async (tx) => {
      await stepOffer(tx, id, step);
      return { id };
    },
    recordOf: () => ({ id, details: {} }),
  });
}

type DeskUpload = {
  readonly text: string;
  readonly expiresAt: string | null;
  readonly skipsRefused: boolean;
};

/** Throws ACCOUNT_OFFER_NOT_FOUND, STOCK_LINES_WRONG. The list is known to the key by a keyed hash: it holds secrets. */
export function addDeskStock(
  db: Db,
  id: number,
  { text, expiresAt, skipsRefused }: DeskUpload,
  call: OfferCall,
): Promise<Answered<StockReport>> {
  const list = keyedHash("ready-accounts upload", text).toString("hex");
  return act(db, call, {
    action: "accountStock.add",
    input: [id, list, expiresAt, skipsRefused],
    work: (tx) =>
      addStock(tx, {
        ...{ offerId: id, text, skipsRefused, actorId: call.staff.staffId },
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      }),
    recordOf: ({ addedCount, refusedCount }) => ({ id, details: { addedCount, refusedCount } }),
  });
}

/** Throws ACCOUNT_OFFER_NOT_FOUND. */
export function withdrawDeskStock(
  db: Db,
  id: number,
  call: OfferCall,
): Promise<Answered<{ withdrawnCount: number }>> {
  return act(db, call, {
    action: "accountStock.withdraw",
    input: [id],
    work: async (tx) => ({ withdrawnCount: await withdrawStock(tx, id) }),
    recordOf: ({ withdrawnCount }) => ({ id, details: { withdrawnCount } }),
  });
}
