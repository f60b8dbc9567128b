import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import {
  renderSellerClaimMail,
  type SellerClaimMail,
} from "#features/ready-accounts/warranty/seller-mails.rules.ts";
import { findToldClaim, type ToldClaim } from "#features/ready-accounts/warranty/warranty.reads.ts";
import type { Tx } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/**
 * Tells the owner of a store that a claim waits for an answer, or was decided without one or against one, in the transaction that did
 * it: an event for chats, and a mail. Of the house's accounts, and of what the owner has decided, nobody is told.
 */
export async function tellSeller(tx: Tx, claimId: number): Promise<void> {
  const claim = await findToldClaim(tx, claimId);
  const occasion = claim && occasionOf(claim);
  if (!occasion) return;
  const { sellerId: userId, orderId, place, offerName, state } = claim;
  await emitEvent(tx, { userId, kind: "store_claim", data: { storeClaimId: claimId, state } });
  const reader = await findMailReader(tx, userId);
  if (!reader) return;
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const facts = { personName: reader.name, orderId, place, offerName };
  const mail = renderSellerClaimMail({ ...facts, ...occasion }, reader.locale, house);
  await enqueueMail(tx, { ...mail, to: reader.email, key: `store-claim:${claimId}:${occasion.name}` });
}

type WithoutFacts<T> = T extends unknown ? Omit<T, "personName" | "orderId" | "place" | "offerName"> : never;

/** What there is to tell of a claim as it stands; null where its seller knows, or has got what it wished. */
function occasionOf(claim: ToldClaim): WithoutFacts<SellerClaimMail> | null {
  const { state, text, dueAt, sellerId, decidedBy, reason } = claim;
  if (state === "open") return { name: "claimOpened", words: text ?? "", answerUntil: dueAt };
  if (state === "refused" || decidedBy === sellerId) return null;
  const shareKopecks = kopecks(claim.shareKopecks);
  if (decidedBy === null) return { name: "claimSilent", state, shareKopecks };
  return { name: "claimOverruled", state, shareKopecks, reason: reason ?? "" };
}
