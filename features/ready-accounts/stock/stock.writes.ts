import sql from "sql-template-tag";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { readArchive } from "#features/ready-accounts/stock/archive-units.rules.ts";
import { readJsonList } from "#features/ready-accounts/stock/json-list.rules.ts";
import { checkNotTakenDown, ofSeller } from "#features/ready-accounts/stock/offers.writes.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import {
  parseFileTemplate,
  parseTemplate,
  type RefusedLine,
  readStock,
  type StockLine,
  type StockRead,
} from "#features/ready-accounts/stock/template.rules.ts";
import type { StockContent } from "#features/ready-accounts/stock/upload.gateway.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { JsonFault } from "#lib/json/bounded-json.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { sealWithOwnKey } from "#lib/sealed-text.ts";

export type StockUpload = StockContent & {
  readonly offerId: number;
  /** Not sold from then on; null = keeps. */
  readonly expiresAt: Date | null;
  /** Takes the good lines of a list that has bad ones; otherwise such a list changes nothing. */
  readonly skipsRefused: boolean;
  /** Who brings it. */
  readonly actorId: number;
  /** Into an offer of this seller alone. */
  readonly sellerId?: number;
};

export type StockReport = {
  readonly addedCount: number;
  readonly refusedCount: number;
  /** The first of them. */
  readonly refused: RefusedLine[];
};

/** The hash by which accounts are told apart, whoever sells them. */
function fingerprintOf(serviceId: number, identity: string): Buffer {
  return keyedHash("ready-accounts unit", `${serviceId}\n${identity}`);
}

/**
 * Takes accounts into an offer's stock, each sealed under a key of its own. An account that any seller has brought before is refused.
 * Throws ACCOUNT_OFFER_NOT_FOUND, OFFER_TAKEN_DOWN, STOCK_JSON_WRONG, STOCK_ARCHIVE_NEEDED, and STOCK_LINES_WRONG, which names lines and
 * reasons and none of their words.
 */
export async function addStock(tx: Tx, upload: StockUpload): Promise<StockReport> {
  const offer = await lockOffer(tx, upload.offerId, upload.sellerId);
  await checkNotTakenDown(tx, upload.offerId);
  const { lines, refused } = readUpload(upload, offer.template);
  const marked = lines.map((line) => ({
    ...line,
    fingerprint: fingerprintOf(offer.serviceId, line.identity),
  }));
  const known = await listKnown(tx, marked);
  const fresh = marked.filter(({ fingerprint }) => !known.has(fingerprint.toString("hex")));
  const duplicates = marked.filter((line) => !fresh.includes(line));
  const problems = [...refused, ...duplicates.map(duplicateOf)].toSorted(
    (one, other) => one.line - other.line,
  );
  if (fresh.length === 0 || (problems.length > 0 && !upload.skipsRefused)) throw linesWrong(problems);
  const added = await insertUnits(tx, upload, fresh);
  // Another seller's upload of the same account was faster, between the look and the row.
  const raced = fresh.filter(({ fingerprint }) => !added.has(fingerprint.toString("hex")));
  problems.push(...raced.map(duplicateOf));
  if (raced.length > 0 && (added.size === 0 || !upload.skipsRefused)) throw linesWrong(problems);
  return {
    addedCount: added.size,
    refusedCount: problems.length,
    refused: problems.slice(0, stockLimits.problemsShown),
  };
}

function duplicateOf({ line, entry }: StockLine): RefusedLine {
  return { line, entry, problem: "duplicate" };
}

/** The report as it is kept for a repeated call: entries of an archive may name their accounts. */
export function keptReport(report: StockReport): StockReport {
  return { ...report, refused: report.refused.map(({ line, problem }) => ({ line, problem })) };
}

function readUpload(upload: StockContent, template: string): StockRead {
  const ofTexts = parseTemplate(template);
  const known = ofTexts ?? parseFileTemplate(template);
  if (!known) throw new AppError(readyAccountErrors.STOCK_TEMPLATE_WRONG);
  if (upload.format === "zip") return readArchive(upload.files, known);
  if (!ofTexts) throw new AppError(readyAccountErrors.STOCK_ARCHIVE_NEEDED);
  if (upload.format === "lines") return readStock(upload.text, ofTexts);
  try {
    return readJsonList(upload.text, ofTexts);
  } catch (error) {
    // Without its cause, which may repeat what was sent.
    if (error instanceof JsonFault) throw new AppError(readyAccountErrors.STOCK_JSON_WRONG);
    throw error;
  }
}

type MarkedLine = StockLine & { readonly fingerprint: Buffer };

function linesWrong(problems: readonly RefusedLine[]): AppError {
  const details = { count: problems.length, lines: problems.slice(0, stockLimits.problemsShown) };
  return new AppError(readyAccountErrors.STOCK_LINES_WRONG, { details });
}

/** Whoever changes what an offer has in stock locks the offer: its buyers wait, and count the units behind it. */
async function lockOffer(
  tx: Tx,
  id: number,
  sellerId?: number,
): Promise<{ serviceId: number; template: string }> {
  const offer = await maybeOne<{ serviceId: number; template: string }>(
    tx,
    sql`select service_id as "serviceId", template from ready_accounts_offers where id = ${id} ${ofSeller(sellerId)}
        for no key update`,
  );
  if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  return offer;
}

async function listKnown(tx: Tx, lines: readonly MarkedLine[]): Promise<ReadonlySet<string>> {
  const found = await rows<{ fingerprint: Buffer }>(
    tx,
    sql`select fingerprint from ready_accounts_units
        where fingerprint = any (${lines.map(({ fingerprint }) => fingerprint)}::bytea[]) and state <> 'withdrawn'`,
  );
  return new Set(found.map(({ fingerprint }) => fingerprint.toString("hex")));
}

/** Answers the fingerprints of the units that were written. */
async function insertUnits(
  tx: Tx,
  { offerId, actorId, expiresAt }: StockUpload,
  lines: readonly MarkedLine[],
): Promise<ReadonlySet<string>> {
  const upload = await one<{ id: number }>(
    tx,
    sql`insert into ready_accounts_uploads (offer_id, added_by) values (${offerId}, ${actorId}) returning id`,
  );
  const sealed = lines.map(({ text, fingerprint }) => sealWithOwnKey(text, fingerprint));
  const written = await rows<{ fingerprint: Buffer }>(
    tx,
    sql`insert into ready_accounts_units (offer_id, upload_id, fingerprint, sealed_key, sealed_text, expires_at)
        select ${offerId}::bigint, ${upload.id}::bigint, fingerprint, sealed_key, sealed_text, ${expiresAt}::timestamptz
        from unnest(${lines.map(({ fingerprint }) => fingerprint)}::bytea[], ${sealed.map(({ sealedKey }) => sealedKey)}::text[],
          ${sealed.map(({ sealedText }) => sealedText)}::text[]) with ordinality as u(fingerprint, sealed_key, sealed_text, place)
        order by place
        on conflict do nothing
        returning fingerprint`,
  );
  return new Set(written.map(({ fingerprint }) => fingerprint.toString("hex")));
}

/** Takes what is free of an offer's stock off sale for good and removes what it says. Answers how many. Throws ACCOUNT_OFFER_NOT_FOUND. */
export async function withdrawStock(tx: Tx, offerId: number, sellerId?: number): Promise<number> {
  await lockOffer(tx, offerId, sellerId);
  return withdraw(tx, [offerId], "withdrawn");
}

/** Withdraws what is free of these offers, as far as their services are taken down. Whoever calls it has locked them. Answers how many. */
export async function withdrawTakenDown(tx: Tx, offerIds: readonly number[]): Promise<number> {
  const found = await rows<{ id: number }>(
    tx,
    sql`select id from ready_accounts_offers
        where id = any (${offerIds}::bigint[]) and ready_accounts_is_taken_down(service_id)`,
  );
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? 0 : withdraw(tx, ids, "taken_down");
}

function withdraw(
  tx: Tx,
  offerIds: readonly number[],
  reason: "withdrawn" | "expired" | "taken_down",
): Promise<number> {
  return execute(
    tx,
    sql`update ready_accounts_units set state = 'withdrawn', withdrawn_at = app_now(), withdrawal_reason = ${reason},
          erased_at = app_now(), sealed_key = null, sealed_text = null
        where offer_id = any (${offerIds}::bigint[]) and state = 'available'
          and (${reason}::text <> 'expired' or expires_at <= app_now())`,
  );
}

/** Offers with free stock whose time is over. */
export async function listExpiredOffers(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<{ id: number }>(
    db,
    sql`select distinct offer_id as id from ready_accounts_units
        where state = 'available' and expires_at is not null and expires_at <= app_now() limit ${limit}`,
  );
  return due.map(({ id }) => id);
}

/** Takes an offer's expired stock off sale. Answers how many units. */
export function expireStock(db: Db, offerId: number): Promise<number> {
  return withTransaction(db, async (tx) => {
    await lockOffer(tx, offerId);
    return withdraw(tx, [offerId], "expired");
  });
}
