import { type AuditDetails, actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import { checkGoods } from "#features/ready-accounts/stock/goods.reads.ts";
import {
  addOffer,
  editOffer,
  type OfferTerms,
  stepOffer,
} from "#features/ready-accounts/stock/offers.writes.ts";
import { isOfferOf } from "#features/ready-accounts/stock/stock.reads.ts";
import type { AccountOfferEvent, StockFormat } from "#features/ready-accounts/stock/stock.rules.ts";
import {
  addStock,
  keptReport,
  type StockReport,
  withdrawStock,
} from "#features/ready-accounts/stock/stock.writes.ts";
import { openUpload } from "#features/ready-accounts/stock/upload.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** The subject of an audit entry is the offer; its details are numbers, and never what an account says. */
const subjectOf = (id: number) => `account-offer:${id}`;

const factsOf = ({ serviceId, countryId, priceKopecks, minCount }: OfferTerms): AuditDetails => ({
  ...{ serviceId, countryId, priceKopecks, minCount },
});

/** Writes an offer of the house. Throws SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND, STOCK_TEMPLATE_WRONG. */
export async function addDeskOffer(
  db: Db,
  terms: OfferTerms,
  call: StaffCall,
): Promise<Answered<{ id: number }>> {
  await checkGoods(db, terms);
  return actOnce(db, call, {
    action: "accountOffer.add",
    input: [terms],
    work: (tx) => addOffer(tx, terms),
    recordOf: ({ id }) => ({ subject: subjectOf(id), details: factsOf(terms) }),
  });
}

/** Throws as `addDeskOffer` does, ACCOUNT_OFFER_NOT_FOUND, STOCK_TEMPLATE_KEPT. */
export async function editDeskOffer(
  db: Db,
  id: number,
  terms: OfferTerms,
  call: StaffCall,
): Promise<Answered<{ id: number }>> {
  await checkGoods(db, terms);
  return actOnce(db, call, {
    action: "accountOffer.edit",
    input: [id, terms],
    work: async (tx) => {
      await editOffer(tx, id, terms);
      return { id };
    },
    recordOf: () => ({ subject: subjectOf(id), details: factsOf(terms) }),
  });
}

/** Nobody lets their own store sell again what was barred. Throws ACCOUNT_OFFER_NOT_FOUND, OFFER_STATE_REFUSED, OWN_ACCOUNT. */
export function stepDeskOffer(
  db: Db,
  id: number,
  step: AccountOfferEvent,
  call: StaffCall,
): Promise<Answered<{ id: number }>> {
  return actOnce(db, call, {
    action: step === "stop" ? "accountOffer.stop" : "accountOffer.putOnSale",
    input: [id],
    work: async (tx) => {
      if (step !== "stop" && (await isOfferOf(tx, id, call.staff.staffId)))
        throw new AppError(backOfficeErrors.OWN_ACCOUNT);
      await stepOffer(tx, id, step);
      return { id };
    },
    recordOf: () => ({ subject: subjectOf(id), details: {} }),
  });
}

type DeskUpload = {
  readonly format: StockFormat;
  readonly text: string;
  readonly expiresAt: string | null;
  readonly skipsRefused: boolean;
};

/** Throws ACCOUNT_OFFER_NOT_FOUND, STOCK_LINES_WRONG, STOCK_JSON_WRONG, STOCK_ARCHIVE_WRONG, STOCK_ARCHIVE_NEEDED. The list is known to the key by a keyed hash: it holds secrets. */
export async function addDeskStock(
  db: Db,
  id: number,
  { format, text, expiresAt, skipsRefused }: DeskUpload,
  call: StaffCall,
): Promise<Answered<StockReport>> {
  const list = keyedHash("ready-accounts upload", text).toString("hex");
  const content = await openUpload({ format, text });
  return actOnce(db, call, {
    action: "accountStock.add",
    input: [id, format, list, expiresAt, skipsRefused],
    work: (tx) =>
      addStock(tx, {
        ...content,
        ...{ offerId: id, skipsRefused, actorId: call.staff.staffId },
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      }),
    strip: keptReport,
    recordOf: ({ addedCount, refusedCount }) => ({
      ...{ subject: subjectOf(id), details: { addedCount, refusedCount } },
    }),
  });
}

/** Throws ACCOUNT_OFFER_NOT_FOUND. */
export function withdrawDeskStock(
  db: Db,
  id: number,
  call: StaffCall,
): Promise<Answered<{ withdrawnCount: number }>> {
  return actOnce(db, call, {
    action: "accountStock.withdraw",
    input: [id],
    work: async (tx) => ({ withdrawnCount: await withdrawStock(tx, id) }),
    recordOf: ({ withdrawnCount }) => ({ subject: subjectOf(id), details: { withdrawnCount } }),
  });
}
