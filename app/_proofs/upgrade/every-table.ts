import { History } from "#app/_proofs/reconciliation/history.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import { activateDevice } from "#features/licences/devices/devices.writes.ts";
import { givenAgent, givenVersion } from "#features/licences/licences.factory.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { claimAccount, settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";
import { findChecks } from "#lib/tooling/database/checks.ts";

/**
 * Rows in every table, as they stand in a real database: a history that is lived through the product's own writes, and single rows in
 * the tables that it does not come by. Throws naming the tables that stayed empty. All checks hold afterwards.
 */
export async function fillEveryTable(db: Db, owner: Db): Promise<void> {
  await new History(db, owner).live();
  await rentNumbers(db, owner);
  await sellFromStore(db, owner);
  await buyAccounts(db, owner);
  await licenceSoftware(db, owner);
  for (const text of singleRows()) await execute(owner, { text, values: [] });
  await sealTransfers(db, { everyMinutes: 0 });
  await reconcile(db, await findChecks(), 0);
  const empty = await emptyTables(owner);
  if (empty.length > 0)
    throw new Error(`No rows in ${empty.join(", ")}: put some into ${import.meta.filename}`);
}

/** The tables of the product that hold no row. */
export async function emptyTables(owner: Db): Promise<string[]> {
  const tables = await rows<{ name: string }>(owner, {
    text: "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    values: [],
  });
  const empty: string[] = [];
  for (const { name } of tables) {
    const found = await rows(owner, { text: `select from ${name} limit 1`, values: [] });
    if (found.length === 0) empty.push(name);
  }
  return empty;
}

async function richest(owner: Db): Promise<UserId> {
  const { userId } = await one<{ userId: UserId }>(owner, {
    text: `select user_id as "userId" from ledger_accounts where kind = 'user' order by posted_kopecks - held_kopecks desc limit 1`,
    values: [],
  });
  return userId;
}

/** One that is extended and got an SMS and a call, and one that still waits. */
async function rentNumbers(db: Db, owner: Db): Promise<void> {
  const userId = await richest(owner);
  const { supplierId } = await givenRentOffer(owner, { services: [52, null] });
  const wish = { userId, serviceCode: "tg", countryId: 6, operator: "any", hours: 4, maxPriceKopecks: null };
  const [rented] = [
    await rentNumber(db, { ...wish, channel: "site", idempotencyKey: "key-of-a-rental-1" }),
    await rentNumber(db, { ...wish, channel: "site", idempotencyKey: "key-of-a-rental-2" }),
  ];
  await extendRental(db, {
    userId,
    rentalId: rented.id,
    hours: 24,
    maxPriceKopecks: null,
    channel: "site",
    idempotencyKey: "key-of-an-extension",
  });
  const phone = Number(rented.number);
  const from = ["active", "received"];
  for (const [text, values] of [
    [
      `insert into supply_sms (supplier_id, sms_id, phone, sealed_sender, sealed_text, text_length, matched)
        values ($1, 910001, $2, $3, $3, 4, true)`,
      [supplierId, phone, seal("1234")],
    ],
    [
      `select rentals_receive_sms($1, $2, (select id from supply_sms where sms_id = 910001), $3, $3, $3)`,
      [rented.id, from, seal("1234")],
    ],
    [
      `insert into supply_calls (supplier_id, call_id, phone, sealed_caller, called_at, matched) values ($1, 1, $2, $3, app_now(), true)`,
      [supplierId, phone, seal("4915112345678")],
    ],
    [
      `select rentals_receive_call($1, $2, (select id from supply_calls where call_id = 1), $3, app_now())`,
      [rented.id, from, seal("4915112345678")],
    ],
  ] as const)
    await execute(owner, { text, values: [...values] });
}

/** A store of somebody who is not the richest, and an order that those made there. */
async function sellFromStore(db: Db, owner: Db): Promise<void> {
  const buyerId = await richest(owner);
  const { sellerId } = await one<{ sellerId: UserId }>(owner, {
    text: `select min(id) as "sellerId" from identity_users where id <> $1`,
    values: [buyerId],
  });
  const { offerId } = await givenStoreOffer(owner, sellerId, { count: 2 });
  await buyReadyAccounts(db, {
    ...{ userId: buyerId, offerId, count: 1, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: "key-of-a-stores-account",
  });
}

/** An order with its accounts, one of them claimed and replaced, another claimed, and one that is left in stock. */
async function buyAccounts(db: Db, owner: Db): Promise<void> {
  const { offerId } = await givenAccountOffer(owner, { count: 4 });
  const userId = await richest(owner);
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 2, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: "key-of-accounts",
  });
  const claim = (place: number) =>
    claimAccount(db, { userId, orderId, place, text: "closed", idempotencyKey: `key-of-a-claim-${place}` });
  await settleDueClaim(db, (await claim(1)).claimId);
  await claim(2);
}

/** A licence of a product with a version, sold by an agent, on one device. */
async function licenceSoftware(db: Db, owner: Db): Promise<void> {
  const userId = await richest(owner);
  const { productId } = await givenVersion(db);
  const { code } = await givenAgent(db);
  const { licenceId } = await buyLicence(db, {
    ...{ userId, productId, maxPriceKopecks: null, channel: "site", idempotencyKey: "key-of-a-licence" },
    agent: { code },
  });
  const { key } = await getLicence(db, userId, licenceId);
  await activateDevice(db, { key: key ?? "", device: "baseline-machine", name: "Office" });
}

/** Statements whose rows belong together; the people are those of the history. */
function singleRows(): string[] {
  const user = "(select min(id) from identity_users)";
  const staff = "(select max(id) from identity_users)";
  const credited = "(select min(id) from payments where credited_at is not null)";
  const order = "(select max(id) from activations)";
  const hash = (word: string) => `sha256('${word}')`;
  const sealed = seal("baseline");
  return [
    // identity
    `update identity_users set role = 'staff' where id = ${staff}`,
    `insert into identity_staff_permissions (user_id, permission) values (${staff}, 'money-lead') on conflict do nothing`,
    `insert into identity_settings (user_id, lower_balance_kopecks) values (${user}, 1000) on conflict do nothing`,
    `insert into identity_sessions (user_id, token_hash, ip, user_agent, expires_at)
      values (${user}, ${hash("session")}, '192.0.2.1', 'Firefox', app_now() + interval '30 days')`,
    `insert into identity_registrations (email, email_key, name, password_hash, locale, token_hash, mail_due, expires_at, referral_code, return_path)
      values ('New@mail.test', 'new@mail.test', 'New', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'tr', ${hash("registration")}, false, app_now() + interval '1 day', 'abcdef', '/rent')`,
    `insert into identity_password_resets (email_key, locale, user_id, token_hash, expires_at)
      values ('somebody@mail.test', 'en', ${user}, ${hash("reset")}, app_now() + interval '1 hour')`,
    `insert into identity_captcha_uses (challenge_hash, expires_at) values (${hash("captcha")}, app_now() + interval '1 hour')`,
    `insert into identity_throttles (bucket, attempts, window_ends_at) values ('baseline', 3, app_now() + interval '1 hour')`,
    `insert into identity_known_devices (token_hash, user_id, expires_at) values (${hash("device")}, ${user}, app_now() + interval '90 days')`,
    `insert into identity_second_factors (user_id, sealed_seed, enabled_at, last_step) values (${user}, '${sealed}', app_now(), 5)`,
    `insert into identity_backup_codes (user_id, code_hash) values (${user}, ${hash("backup code")})`,
    `insert into identity_login_challenges (token_hash, user_id, expires_at)
      values (${hash("challenge")}, ${user}, app_now() + interval '5 minutes')`,
    `insert into identity_api_keys (user_id, key_hash, key_prefix, kind, name) values
      (${user}, ${hash("live key")}, 'baseline', 'live', 'A bot'), (${user}, ${hash("sandbox key")}, 'baseline', 'sandbox', 'A trial')`,
    `insert into identity_key_calls (key_id, hour, calls)
      select id, date_trunc('hour', app_now(), 'UTC'), 3 from identity_api_keys where kind = 'live' limit 1`,
    `insert into identity_key_call_names (key_id, day, call, calls)
      select id, (app_now() at time zone 'UTC')::date, 'getNumber', 3 from identity_api_keys where kind = 'live' limit 1`,
    `insert into identity_email_changes (user_id, old_email, old_email_key, new_email, new_email_key, code_expires_at, confirmed_at, back_hash, back_until)
      values (${user}, 'old@mail.test', 'old@mail.test', 'new2@mail.test', 'new2@mail.test', app_now(), app_now(), ${hash("way back")}, app_now() + interval '7 days')`,
    `insert into identity_security_events (user_id, kind, ip) values (${user}, 'signedInByPassword', '192.0.2.1')`,
    `insert into identity_archives (user_id, ready_at, ends_at, size_bytes) values (${user}, app_now(), app_now() + interval '1 day', 2)`,
    `insert into identity_archive_pieces (archive_id, position, sealed) select id, 0, 'k1' from identity_archives`,
    `insert into identity_closings (user_id, ends_at, due_at)
      values (${staff}, app_now() + interval '14 days', app_now() + interval '14 days')`,
    `insert into identity_factor_recoveries (user_id, ends_at, cancel_hash, sealed_cancel_token)
      values (${user}, app_now() + interval '7 days', ${hash("cancel link")}, '${sealed}')`,
    `insert into identity_audit (actor_id, action, subject) values (${staff}, 'baseline.look', 'user:1')`,
    `insert into identity_promised_partners (email_key) values ('partner@mail.test')`,
    // idempotency
    `insert into idempotency_answers (user_id, idempotency_key, operation, input_hash, sealed_answer)
      values (${user}, 'key-of-an-answer', 'restCreateWebhook', 'hash', '${sealed}')`,
    // supply
    `insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash)
      values ('baseline-agent', 'An agent', 'agent', 'http://agent.test/', '${sealed}', encode(${hash("push key")}, 'hex'))`,
    `insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash, currency, rate_kopecks)
      values ('baseline-shop', 'A shop', 'upstream', 'http://shop.test/', '${sealed}', encode(${hash("shop key")}, 'hex'), 'USD', 9250)`,
    `insert into supply_upstream_watches (supplier_id, supplier_ref, number, service_id)
      select id, 700, 628990000009, 52 from supply_suppliers where code = 'baseline-shop'`,
    `insert into supply_unknown_words (supplier_id, kind, word, stock) select min(id), 'country', 'atlantis', 7 from supply_suppliers`,
    `insert into supply_prices (supplier_id, service_id, country_id, cost_kopecks)
      select id, 52, 6, 1000 from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_offers (supplier_id, service_id, country_id, cost_kopecks)
      select id, 52, 6, 1000 from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_attempts (client_id, activation_id, supplier_id, offer_id, state, error, ended_at)
      select '00000000-0000-4000-8000-000000000001', ${order}, o.supplier_id, o.id, 'no_numbers', null, app_now()
      from supply_offers o join supply_suppliers s on s.id = o.supplier_id where s.code = 'baseline-agent'`,
    `insert into supply_references (supplier_id, reference) select id, 'a-word-of-theirs' from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_retired_keys (push_key_hash, supplier_id, sealed_key, calls_until, taken_until)
      select repeat('b', 64), id, '${sealed}', app_now(), app_now() + interval '1 day' from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_unusable_answers (supplier_id, minute, action, reason, answers_count)
      select id, date_trunc('minute', app_now()), 'GET_NUMBER', 'slow', 2 from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_exchanges (supplier_id, hour, slot, action, reason, detail, request, forget_at)
      select id, date_trunc('hour', app_now()), 1, 'GET_NUMBER', 'slow', 'no answer', '{"key":"[key]"}', app_now() + interval '7 days'
      from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_minutes (supplier_id, minute, numbers_count, no_numbers_count, failed_count, unanswered_count, timed_count,
        answer_ms_sum, within_counts, sms_count)
      select id, date_trunc('minute', app_now()), 0, 1, 0, 0, 1, 90, '{1,1,1,1,1}', 0 from supply_suppliers where code = 'baseline-agent'`,
    `insert into supply_offer_hours (offer_id, hour, told_count, found_count)
      select o.id, date_trunc('hour', app_now()), 1, 0 from supply_offers o join supply_suppliers s on s.id = o.supplier_id
      where s.code = 'baseline-agent'`,
    `insert into supply_numbers (number, supplier_id, country_id, online)
      select 628990000001, supplier_id, 6, false from supply_stock join supply_offers o on o.id = offer_id limit 1`,
    `insert into supply_units (supplier_id, service_id, number, offer_id, parked)
      select supplier_id, service_id, 628990000001, o.id, true from supply_stock join supply_offers o on o.id = offer_id limit 1`,
    `insert into supply_resting (offer_id, number) select offer_id, 628990000002 from supply_stock limit 1`,
    `insert into supply_finishes (supplier_id, supplier_ref, outcome, activation_id, done_at)
      select id, 1, 3, ${order}, app_now() from supply_suppliers where code = 'baseline-agent'`,
    // most of the history's stock says nothing that the rest does not say
    "delete from supply_stock where id % 100 <> 0",
    // pricing
    "insert into pricing_personal_prices (user_id, service_id, country_id, price_kopecks) values (1, 52, 6, 900)",
    "insert into pricing_rent_personal_prices (user_id, service_id, country_id, hour_kopecks) values (1, null, 6, 90)",
    "insert into pricing_wholesale_accounts (user_id, reason) values (1, 'grant')",
    "insert into pricing_rate_refusals (source, day, rub_per_usd, kept_rub_per_usd, reason) values ('cbr', '2026-11-02', 815, 81.5, 'jump')",
    `insert into pricing_past_offers (service_id, country_id, supplier_id, operator, api_only, retail_kopecks, wholesale_kopecks, until)
      values (52, 6, 1, 'any', false, 1000, 900, app_now())`,
    // partners
    "insert into partners_stock_hours (day, country_id, number_hours, last_hour) values ('2026-11-02', 6, 48, 23)",
    `insert into partners_applications (email, email_key, locale, contact, sim_countries, modems, ports, about, idempotency_key, input_hash)
      values ('partner@mail.test', 'partner@mail.test', 'hi', '@partner', 'Latvia, Chile', 'Ejoin', 32, 'Cards', 'key-of-a-partner', 'hash')`,
    `insert into partners_application_notes (application_id, author_id, text) select id, ${staff}, 'Called' from partners_applications`,
    `with share as (
        select t.id, t.amount_kopecks, substr(a.code, 10)::integer as supplier_id, split_part(t.reference, ':', 2)::bigint as order_id
        from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
        where t.kind = 'supplier_share' and t.reference like 'activation:%' order by t.id limit 1
      ), owned as (update supply_suppliers s set owner_user_id = ${user} from share where s.id = share.supplier_id)
      insert into partners_earnings (source_transfer_id, user_id, supplier_id, order_kind, order_id, amount_kopecks, earned_at, available_at)
        select id, ${user}, supplier_id, 'activation', order_id, amount_kopecks, app_now(), app_now() + interval '7 days' from share`,
    // payments
    `insert into payments (user_id, method, provider, provider_payment_id, amount_kopecks, state, idempotency_key, input_hash, redirect_url,
        charge_amount, charge_currency, rub_per_unit, expires_at, closed_at)
      values (${user}, 'usdt-trc20', 'usdt-trc20', 'baseline-tether', 82000, 'expired', 'key-of-tether', 'hash', '/pay', '10.000001', 'USDT', 82,
          app_now(), app_now()),
        (${user}, 'support', 'support', 'baseline-support', 500000, 'expired', 'key-of-support', 'hash', '/pay', null, 'RUB', null,
          app_now(), app_now())`,
    `with guest as (
        insert into payments (method, provider, provider_payment_id, amount_kopecks, state, idempotency_key, input_hash, redirect_url, expires_at,
            closed_at)
          values ('test-gateway', 'test', 'baseline-guest', 50000, 'expired', 'guest:key-of-a-guest', 'hash', '/pay', app_now(), app_now())
          returning id)
      insert into payments_guests (payment_id, email_key, idempotency_key, return_due_at)
        select id, 'guest@mail.test', 'key-of-a-guest', app_now() + interval '14 days' from guest`,
    `insert into payments_tether_invoices (payment_id, address, amount_micro, expires_at, released_at)
      select id, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 10000001, app_now(), app_now() from payments where provider_payment_id = 'baseline-tether'`,
    `insert into payments_tether_transfers (transaction_id, address, from_address, amount_micro, block_at, match)
      values (repeat('ab', 32), 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TX', 7000000, app_now(), 'unmatched')`,
    `insert into payments_tether_watches (address, read_from) values ('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', app_now())`,
    `insert into payments_claims (user_id, payment_id, transaction_id, return_address, contact, fee_micro, idempotency_key, input_hash)
      select user_id, id, repeat('ab', 32), 'TX', 'me@mail.test', 0, 'key-of-a-claim', 'hash' from payments
      where provider_payment_id = 'baseline-tether'`,
    `insert into payments_claim_signatures (claim_id, actor_id, with_fee, decision_key, decision_hash)
      select id, ${staff}, true, 'key-of-a-signature', 'hash' from payments_claims where idempotency_key = 'key-of-a-claim'`,
    `insert into payments_transfers (payment_id, receipt, receipt_at)
      select id, 'number 5', app_now() from payments where provider_payment_id = 'baseline-support'`,
    `insert into payments_transfer_words (payment_id, actor_id, received_kopecks) select payment_id, ${staff}, 500000 from payments_transfers`,
    `insert into payments_commerce_reports (payment_id) values (${credited})`,
    `insert into payments_payout_destinations (user_id, method, mark, masked) values (${user}, 'card', ${hash("card")}, '**** 1111')`,
    `insert into payments_notices (provider, signature_ok, body_hash) values ('test', false, 'hash')`,
    // activations
    `insert into ledger_key_spending (transfer_id, key_id) select hold_id, 1 from activations where id = ${order}`,
    `insert into activations_choices (activation_id, excluded_prefixes) values (${order}, '{62899}')`,
    `with pair as (
        select p.id as parent_id, p.number, max(a.id) as id from activations p
        join activations a on a.user_id = p.user_id and a.service_id = p.service_id and a.supplier_id = p.supplier_id and a.id > p.id
        where p.state = 'completed' and a.state in ('received', 'completed') group by p.id order by p.id limit 1
      ), same_number as (update activations a set number = pair.number from pair where a.id = pair.id)
      insert into activations_reorders (activation_id, parent_id, kind) select id, parent_id, 'again' from pair`,
    `insert into identity_audit (actor_id, action, subject) values (2, 'buyer.ban', 'user:1')`,
    `insert into activations_bans (user_id, reason, ends_at, note, made_by) values (1, 'staff', app_now() + interval '1 day', 'too many', 2)`,
    // notifications
    `insert into notifications_webhooks (user_id, name, url, host, events, sealed_secret)
      values (${user}, 'Mine', 'https://hooks.test/', 'hooks.test:443', '{activation.updated}', '${sealed}')`,
    `insert into notifications_webhook_deliveries (webhook_id, type, state, attempts, tries, closed_at, sealed_body)
      select id, 'test', 'delivered', 1, 1, app_now(), '${sealed}' from notifications_webhooks`,
    `insert into notifications_webhook_attempts (delivery_id, began_at, duration_ms, status)
      select id, app_now(), 12, 200 from notifications_webhook_deliveries`,
    `insert into notifications_telegram_bot (username) values ('baseline_bot')`,
    `insert into notifications_telegram_links (token_hash, chat_id, name, expires_at, used_at)
      values (${hash("chat link")}, 7, 'Anna', app_now() + interval '10 minutes', app_now())`,
    `insert into notifications_telegram_chats (user_id, chat_id, name, locale) values (${user}, 7, 'Anna', 'en')`,
    `insert into notifications_telegram_settings (user_id, kinds) values (${user}, '{codes}')`,
    `insert into notifications_telegram_updates (id, chat_id, sealed_update, closed_at) values (1, 7, '${sealed}', app_now())`,
    `insert into notifications_telegram_messages (chat_id, type, subject_id, sealed_body, closed_at)
      values (7, 'answer', 8, '${sealed}', app_now())`,
    `insert into notifications_telegram_purchases (id, user_id, chat_id, service_id, country_id, price_kopecks)
      values (1, ${user}, 7, 52, 6, 1400)`,
    // loyalty, referrals
    `insert into loyalty_devices (mark, user_id) select ${hash("browser")}, user_id from loyalty_welcomes limit 1`,
    `insert into referrals_flags (user_id, referrer_id, reason, other_user_id, lifted_at, lifted_by)
      select user_id, referrer_id, 'device', referrer_id, app_now(), ${staff} from referrals_people limit 1`,
    // community
    `insert into community_service_requests (user_id, locale, person_hash, website, site, sms_text, was_on_sale, idempotency_key, input_hash)
      values (${user}, 'en', ${hash("asker")}, 'example.com', 'example.com', 'Your code is 1', false, 'key-of-a-request', 'hash')`,
    `insert into community_sites (site, service_id, linked_by) values ('example.com', 52, ${staff})`,
    `insert into community_stock_alerts (user_id, locale, person_hash, service_id, idempotency_key, input_hash)
      values (${user}, 'en', ${hash("waiter")}, 52, 'key-of-an-alert', 'hash')`,
    `insert into community_feedback (user_id, name, locale, person_hash, text_hash, idempotency_key, input_hash)
      values (${user}, 'Anna', 'en', ${hash("writer")}, ${hash("words")}, 'key-of-a-ticket', 'hash')`,
    `insert into community_feedback_messages (feedback_id, text) select id, 'Where is it?' from community_feedback`,
    `insert into community_reviews (user_id, name, text, rating, locale, is_verified, text_hash, idempotency_key, input_hash)
      values (${user}, 'Anna', 'It works.', 5, 'en', false, ${hash("review")}, 'key-of-a-review', 'hash')`,
    `insert into community_comments (article_id, user_id, name, text, locale, text_hash, state, reason, decided_by, decided_at)
      values (1, ${user}, 'Anna', 'It helped.', 'en', ${hash("comment")}, 'approved', 'it helps', ${staff}, app_now())`,
    `insert into identity_audit (actor_id, action, subject) select decided_by, 'comment.approve', 'comment:' || id from community_comments`,
    `insert into community_comment_reports (comment_id, user_id) select id, user_id from community_comments`,
    // sandbox
    `insert into sandbox_accounts (key_id, user_id, orders_made, rentals_made, account_orders_made, account_claims_made)
      select id, user_id, 1, 1, 1, 1 from identity_api_keys where kind = 'sandbox' limit 1`,
    `insert into sandbox_orders (key_id, id, service_id, service_code, country_id, operator, number, price_kopecks, idempotency_key, input_hash, issued_at)
      select key_id, 1, 52, 'tg', 6, 'any', '628000000001', 1400, 'key-of-a-trial', 'hash', app_now() from sandbox_accounts`,
    `insert into sandbox_rentals (key_id, id, service_id, service_code, country_id, operator, number, hours, price_kopecks, idempotency_key,
        input_hash, rented_at)
      select key_id, 1, 52, 'tg', 6, 'any', '628000000002', 4, 1400, 'key-of-a-trial', 'hash', app_now() from sandbox_accounts`,
    `insert into sandbox_extensions (key_id, rental_id, idempotency_key, input_hash, hours, price_kopecks, extended_at)
      select key_id, 1, 'key-of-a-longer-trial', 'hash', 4, 1400, app_now() from sandbox_accounts`,
    `insert into sandbox_account_orders (key_id, id, offer_id, count, price_kopecks, idempotency_key, input_hash, bought_at)
      select key_id, 1, 970000001, 1, 1000, 'key-of-a-trial', 'hash', app_now() from sandbox_accounts`,
    `insert into sandbox_account_claims (key_id, id, order_id, place, text, idempotency_key, input_hash, claimed_at)
      select key_id, 1, 1, 1, 'it is closed', 'key-of-a-claim', 'hash', app_now() from sandbox_accounts`,
    // back office
    `insert into back_office_requests (actor_id, idempotency_key, input_hash, answer) values (${staff}, 'key-of-the-desk', 'hash', '{}')`,
    `insert into back_office_corrections (kind, user_id, amount_kopecks, reason, proposer_id)
      values ('adjustment_credit', ${user}, 500, 'a gesture', ${staff})`,
    `insert into back_office_factor_removals (user_id, reason, proposer_id) values (${user}, 'showed a card', ${staff})`,
    `insert into back_office_refunds (withdrawal_id, payment_id, proposer_id, reason)
      select id, payment_id, ${staff}, 'asked by mail' from payments_withdrawals where payment_id is not null limit 1`,
    // statistics count what is older than five minutes
    "update job_clock set offset_interval = offset_interval + interval '6 minutes'",
    "select statistics_count_orders(1000), statistics_count_purchases(1000), statistics_count_supplied(1000)",
  ];
}
