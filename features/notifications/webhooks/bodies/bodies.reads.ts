import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import { listActivationViews } from "#features/activations/activations.reads.ts";
import { findMessageText } from "#features/activations/message-timestamps.reads.ts";
import { findSearchView } from "#features/activations/search/search.reads.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import {
  type Data,
  isOfSms,
  keptBody,
  nothingSaid,
  type Said,
  writtenBody,
} from "#features/notifications/webhooks/bodies/bodies.rules.ts";
import {
  currentName,
  type DeliveredType,
  type EventType,
  testEvent,
  type WebhookFormat,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import { findClaimCredit } from "#features/payments/claims/claims.reads.ts";
import { findPaymentView } from "#features/payments/payments.reads.ts";
import { findOrderFacts, findPlacedClaim } from "#features/ready-accounts/orders.reads.ts";
import { findExtensionFacts, findRentalMessage } from "#features/rentals/message-timestamps.reads.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { listRentalDetails } from "#features/rentals/rentals.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { unseal } from "#lib/sealed-text.ts";

export type Told = {
  readonly userId: number;
  readonly type: DeliveredType;
  readonly subjectId: number | null;
  readonly objectId: number | null;
  readonly happenedAt: Date;
};

/**
 * The body of a delivery as it is kept, from what is so now, for the format that its webhook has now: `{ type, timestamp, data }`, without
 * what an SMS says (`fillBody` puts that in). Null when what it speaks of is gone, or when the format has no body for it any more.
 */
export async function composeBody(
  db: Db,
  told: Told & { readonly format: WebhookFormat },
): Promise<string | null> {
  const data = await composeData(db, { ...told, type: currentName(told.type) });
  return data && keptBody(told.format, told, data);
}

/**
 * A kept body as it is sent and shown: what an SMS says is read from where it is kept, so it is gone from here when it is gone
 * there. The same to the byte until then; without `sender`, `code` and `text` afterwards.
 */
export async function fillBody(
  db: Queryable,
  { type, subjectId }: Pick<Told, "type" | "subjectId">,
  body: string,
): Promise<string> {
  if (!isOfSms(type)) return writtenBody(body, null);
  const find = currentName(type) === "rental.sms_received" ? findSaidToRental : findMessageText;
  return writtenBody(body, (await find(db, subjectId ?? 0)) ?? nothingSaid);
}

async function findSaidToRental(db: Queryable, id: number): Promise<Said | null> {
  const message = await findRentalMessage(db, id);
  return (
    message && {
      sender: unseal(message.sealedSender),
      code: message.sealedCode === null ? null : unseal(message.sealedCode),
      text: unseal(message.sealedText),
    }
  );
}

/** Which data a delivery has is a matter of the event, not of the name that it is sent under. */
type Named = Told & { readonly type: EventType };

function composeData(db: Db, told: Named): Promise<Data | null> {
  const [family] = told.type.split(".");
  if (told.type === testEvent) return Promise.resolve({ message: "This is a test." });
  if (family === "search") return searchData(db, told);
  if (family === "rental") return rentalData(db, told);
  if (told.type === "accounts.claim_decided") return accountClaimData(db, told);
  if (family === "accounts") return accountOrderData(db, told);
  if (told.type === "payment.credited") return paymentData(db, told);
  if (told.type === "balance.low") return balanceData(db, told.userId);
  return activationData(db, told);
}

async function activationData(db: Db, { userId, type, subjectId, objectId }: Named): Promise<Data | null> {
  const [order] = await listActivationViews(db, userId, [objectId ?? 0], "en");
  if (!order) return null;
  const facts = orderFacts(order);
  if (type === "activation.refunded") return { ...facts, refundedKopecks: order.priceKopecks };
  if (type !== "activation.sms_received") return facts;
  const message = order.messages.find(({ id }) => id === subjectId);
  return message ? { ...facts, ...messageFacts(message) } : null;
}

/** Service and country by the ids of the bots' protocol, the number as digits. */
function orderFacts(order: ActivationView): Data {
  return {
    activationId: order.id,
    state: order.state,
    service: order.service.code,
    country: order.country.id,
    operator: order.operator,
    number: order.number,
    priceKopecks: order.priceKopecks,
    requestedAt: order.requestedAt,
    expiresAt: order.expiresAt,
    closedAt: order.closedAt,
  };
}

function messageFacts({ id, receivedAt, late }: MessageView): Data {
  return { messageId: id, ...nothingSaid, receivedAt, isLate: late };
}

async function searchData(db: Db, { userId, type, subjectId, objectId }: Named): Promise<Data | null> {
  const search = await findSearchView(db, { userId }, objectId ?? 0, "en");
  if (!search) return null;
  return {
    searchId: search.id,
    state: search.state,
    service: search.service.code,
    country: search.country.id,
    operator: search.operator,
    attempt: search.attempt,
    attempts: search.attempts,
    activationId: type === "search.found" ? subjectId : null,
    refusal: type === "search.found" ? null : (search.refusal?.code ?? null),
    createdAt: search.createdAt,
    closedAt: search.closedAt,
  };
}

async function rentalData(db: Db, { userId, type, subjectId, objectId }: Named): Promise<Data | null> {
  const [rental] = await listRentalDetails(db, userId, [objectId ?? 0], "en");
  if (!rental) return null;
  const facts = rentalFacts(rental);
  if (type === "rental.cancelled") {
    const refundedKopecks = rental.money === "given-back" ? rental.priceKopecks : 0;
    return { ...facts, refundedKopecks };
  }
  if (type === "rental.extended") {
    const extension = await findExtensionFacts(db, subjectId ?? 0);
    return (
      extension && {
        ...facts,
        extension: { ...extension, expiresAt: extension.expiresAt.toISOString() },
      }
    );
  }
  if (type !== "rental.sms_received") return facts;
  const message = await findRentalMessage(db, subjectId ?? 0);
  return (
    message && {
      ...facts,
      messageId: message.id,
      ...nothingSaid,
      receivedAt: message.receivedAt.toISOString(),
    }
  );
}

function rentalFacts(rental: RentalDetails): Data {
  return {
    rentalId: rental.id,
    state: rental.state,
    service: rental.service.code,
    country: rental.country.id,
    operator: rental.operator,
    number: rental.number,
    hours: rental.hours,
    priceKopecks: rental.priceKopecks,
    requestedAt: rental.requestedAt,
    expiresAt: rental.expiresAt,
    closedAt: rental.closedAt,
  };
}

/** Never what the accounts say: they are read by the order's id. */
async function accountOrderData(db: Db, { userId, type, objectId }: Named): Promise<Data | null> {
  const order = await findOrderFacts(db, userId, objectId ?? 0, "en");
  if (!order) return null;
  const facts = {
    accountOrderId: order.id,
    state: order.state,
    offerId: order.offerId,
    service: order.service.code,
    country: order.country.id,
    count: order.count,
    priceKopecks: order.priceKopecks,
    totalKopecks: order.totalKopecks,
    orderedAt: order.orderedAt,
    deliveredAt: order.deliveredAt,
    warrantyUntil: order.warrantyUntil,
  };
  return type === "accounts.cancelled" ? { ...facts, refundedKopecks: order.totalKopecks } : facts;
}

async function accountClaimData(db: Db, { userId, objectId }: Told): Promise<Data | null> {
  const claim = await findPlacedClaim(db, userId, objectId ?? 0);
  if (!claim) return null;
  return {
    accountClaimId: claim.id,
    accountOrderId: claim.orderId,
    place: claim.place,
    state: claim.state,
    reason: claim.reason,
    refundedKopecks: claim.refundKopecks ?? 0,
    claimedAt: claim.claimedAt,
    decidedAt: claim.decidedAt,
  };
}

async function paymentData(db: Db, { userId, objectId }: Told): Promise<Data | null> {
  const payment = await findPaymentView(db, userId, objectId ?? 0, "en");
  if (!payment) return null;
  const { availableKopecks } = await getWallet(db, userId);
  // A transfer that the staff credited may be another amount than its invoice asked for.
  const claimedKopecks = await findClaimCredit(db, userId, payment.id);
  return {
    paymentId: payment.id,
    method: payment.method,
    amountKopecks: claimedKopecks ?? payment.amountKopecks,
    availableKopecks,
  };
}

async function balanceData(db: Db, userId: number): Promise<Data> {
  const { availableKopecks, heldKopecks } = await getWallet(db, userId);
  return { availableKopecks, heldKopecks };
}
