import sql from "sql-template-tag";
import {
  type Asker,
  addressOf,
  askerOf,
  hashOfAsker,
  isAskedAlready,
  refuseUnknownGoods,
  takeAsking,
} from "#features/community/asker.writes.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { countElsewhere, isOnSale } from "#features/community/service-requests/service-requests.reads.ts";
import {
  type ServiceRequestState,
  siteOf,
  statesBefore,
} from "#features/community/service-requests/service-requests.rules.ts";
import { refuseLinks, refuseWave } from "#features/community/spam.reads.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { Caller } from "#features/identity/registration/registration.writes.ts";
import { hashOfText, judgeSent } from "#features/identity/spam/spam.reads.ts";
import type { SpamFlag } from "#features/identity/spam/spam.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { plainLine, plainText } from "#lib/plain-text.ts";

/** Links in the text of an SMS; the website is asked for by itself. */
const LINKS = 3;
/** Shorter texts of SMS are alike by nature ("Your code is 1234"): repeating them says nothing. */
const REPEAT_CHARACTERS = 40;

export type NewServiceRequest = {
  readonly website: string;
  readonly smsText: string;
  readonly countryId: number | null;
  readonly serviceId: number | null;
  readonly priceKopecks: number | null;
  readonly email: string | undefined;
  /** Who is signed in; a guest gives an address. */
  readonly userId: number | null;
  readonly idempotencyKey: string;
};

/**
 * Records that somebody would buy a number that is not sold. Asked twice, with the same key or by the same person, it is one request.
 * Throws WEBSITE_INCORRECT, TOO_MANY_LINKS, EMAIL_MISSING, INVALID_EMAIL, SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND, CAPTCHA_REQUIRED,
 * CAPTCHA_FAILED, TOO_MANY_ATTEMPTS, TEXT_REPEATED, IDEMPOTENCY_MISMATCH.
 */
export async function sendServiceRequest(
  db: Db,
  input: NewServiceRequest,
  caller: Caller,
): Promise<{ replayed: boolean }> {
  const [website, smsText] = [plainLine(input.website), plainText(input.smsText)];
  const site = siteOf(website);
  if (site === null) throw new AppError(communityErrors.WEBSITE_INCORRECT);
  refuseLinks(smsText, LINKS);
  const hash = hashOf(input);
  const asking = { key: input.idempotencyKey, hash };
  // Before the captcha: the first answer was lost, and its captcha is spent.
  if (await isAskedAlready(db, "community_service_requests", asking)) return { replayed: true };
  const asker = askerOf(input);
  await refuseUnknownGoods(db, input);
  await takeAsking(db, asker, caller);
  const serviceId = input.serviceId ?? (await findServiceOfSite(db, site));
  const textHash = hashOfText(smsText, "service request");
  const flags = await judge(db, { site, smsText, textHash }, asker);
  const wasOnSale = serviceId !== null && (await isOnSale(db, { serviceId, countryId: input.countryId }));
  const stored = await execute(
    db,
    sql`insert into community_service_requests (user_id, email, locale, person_hash, website, site, sms_text, service_id,
          country_id, price_kopecks, was_on_sale, text_hash, flags, idempotency_key, input_hash)
        values (${input.userId}, ${addressOf(asker)}, ${caller.locale}, ${hashOfAsker(asker, "service request")},
          ${website}, ${site}, ${smsText}, ${serviceId}, ${input.countryId}, ${input.priceKopecks}, ${wasOnSale},
          ${textHash}, ${flags}::text[], ${input.idempotencyKey}, ${hash})
        on conflict do nothing`,
  );
  // Two calls at once with one key and other words.
  if (stored === 0) await isAskedAlready(db, "community_service_requests", asking);
  return { replayed: false };
}

/** What makes the staff look twice: many who ask for one website are what the list is for, one text for many websites is not. */
async function judge(
  db: Db,
  { site, smsText, textHash }: { site: string; smsText: string; textHash: Buffer },
  asker: Asker,
): Promise<SpamFlag[]> {
  const isLong = smsText.length >= REPEAT_CHARACTERS;
  const repeats = isLong ? await countElsewhere(db, textHash, site) : 0;
  refuseWave(repeats);
  return judgeSent(db, { text: smsText, repeats, userId: asker.userId, email: addressOf(asker) });
}

function hashOf({
  website,
  smsText,
  countryId,
  serviceId,
  priceKopecks,
  email,
  userId,
}: NewServiceRequest): string {
  return inputHash(
    "service request",
    website,
    smsText,
    countryId,
    serviceId,
    priceKopecks,
    email ?? null,
    userId,
  );
}

async function findServiceOfSite(db: Db, site: string): Promise<number | null> {
  const known = await maybeOne<{ serviceId: number }>(
    db,
    sql`select service_id as "serviceId" from community_sites where site = ${site}`,
  );
  return known?.serviceId ?? null;
}

type Decision = {
  readonly site: string;
  readonly staffId: number;
  readonly reason: string;
  readonly ip?: string;
};

/**
 * Says which service a website is: whoever asked is told once its numbers are on sale, now or later. Answers how many wait.
 * Throws SERVICE_REQUEST_NOT_FOUND.
 */
export async function linkSite(
  tx: Tx,
  { serviceId, ...decision }: Decision & { serviceId: number },
): Promise<number> {
  const { site, staffId } = decision;
  await execute(
    tx,
    sql`insert into community_sites (site, service_id, linked_by) values (${site}, ${serviceId}, ${staffId})
        on conflict (site) do update set service_id = excluded.service_id, linked_by = excluded.linked_by,
          linked_at = app_now()`,
  );
  const waiting = await execute(
    tx,
    sql`update community_service_requests set service_id = ${serviceId}, was_on_sale = false
        where site = ${site} and state = any(${statesBefore("tell")}::text[])`,
  );
  return record(tx, decision, "service-request.link", waiting, { serviceId });
}

/** Answers everybody who asked for a website; each gets one mail. Answers how many. Throws SERVICE_REQUEST_NOT_FOUND. */
export function answerSite(tx: Tx, { answer, ...decision }: Decision & { answer: string }): Promise<number> {
  return decide(tx, decision, { state: "answered", event: "answer", answer });
}

/** Puts requests away that nobody is to be written about. Answers how many. Throws SERVICE_REQUEST_NOT_FOUND. */
export function closeSite(tx: Tx, decision: Decision): Promise<number> {
  return decide(tx, decision, { state: "closed", event: "close", answer: null });
}

async function decide(
  tx: Tx,
  decision: Decision,
  { state, event, answer }: { state: ServiceRequestState; event: "answer" | "close"; answer: string | null },
): Promise<number> {
  const isMailed = answer !== null;
  const decided = await execute(
    tx,
    sql`update community_service_requests set state = ${state}, answer = ${answer}, mail_due = ${isMailed},
          email = case when ${isMailed} then email end, decided_by = ${decision.staffId}, decided_at = app_now()
        where site = ${decision.site} and state = any(${statesBefore(event)}::text[])`,
  );
  return record(tx, decision, `service-request.${event}`, decided, answer === null ? {} : { answer });
}

async function record(
  tx: Tx,
  { site, staffId, reason, ip }: Decision,
  action: string,
  count: number,
  details: Readonly<Record<string, string | number>>,
): Promise<number> {
  if (count === 0) throw new AppError(communityErrors.SERVICE_REQUEST_NOT_FOUND);
  await recordAction(tx, {
    actorId: staffId,
    action,
    subject: `site:${site}`,
    details: { ...details, count, reason },
    ip,
  });
  return count;
}
