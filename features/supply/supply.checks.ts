import { unknownWordLimits } from "#features/supply/dialects/unknown-words.rules.ts";
import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const supplyChecks: Check[] = [
  {
    name: "supply: no own number is on sale twice for one service",
    sql: `select o.supplier_id, o.service_id, s.number from supply_stock s join supply_offers o on o.id = s.offer_id
          group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: "supply: what is parked is not on sale",
    sql: `select u.number, u.service_id from supply_units u
          join supply_stock s on s.offer_id = u.offer_id and s.number = u.number where u.parked`,
  },
  {
    name: "supply: numbers off line are not on sale",
    sql: `select n.number from supply_numbers n join supply_units u on u.number = n.number
          join supply_stock s on s.offer_id = u.offer_id and s.number = u.number where not n.online`,
  },
  {
    name: "supply: a resting unit is not on sale",
    sql: `select r.offer_id, r.number from supply_resting r
          join supply_stock s on s.offer_id = r.offer_id and s.number = r.number`,
  },
  {
    name: "supply: a unit is lent at most four times",
    sql: `select number, service_id, lendings from supply_units where lendings > 4`,
  },
  {
    name: "supply: own stock belongs to own suppliers",
    sql: `select s.offer_id from supply_stock s join supply_offers o on o.id = s.offer_id
          join supply_suppliers p on p.id = o.supplier_id where p.kind <> 'own' limit 10`,
  },
  {
    name: "supply: an order keeps at most one number",
    sql: `select activation_id from supply_attempts where state = 'number' group by 1 having count(*) > 1`,
  },
  {
    name: "supply: every released number is returned",
    sql: `select a.client_id from supply_attempts a
          left join supply_finishes f on f.supplier_id = a.supplier_id and f.supplier_ref = a.supplier_ref and f.outcome = 4
          where a.state = 'released' and f.id is null`,
  },
  {
    name: "supply: no activation of another shop is two attempts'",
    sql: `select a.supplier_id, a.supplier_ref from supply_attempts a join supply_suppliers s on s.id = a.supplier_id
          where s.kind = 'upstream' and a.supplier_ref is not null group by 1, 2 having count(*) > 1`,
  },
  {
    name: "supply: another shop is asked for codes of kept numbers only",
    sql: `select w.supplier_id, w.supplier_ref from supply_upstream_watches w
          where not exists (select from supply_attempts a
              where a.supplier_id = w.supplier_id and a.supplier_ref = w.supplier_ref and a.state = 'number')
            or exists (select from supply_finishes f where f.supplier_id = w.supplier_id and f.supplier_ref = w.supplier_ref)`,
  },
  {
    name: "supply: no attempt is left without an end",
    sql: `select client_id, state, started_at from supply_attempts
          where state = 'calling' and started_at < app_now() - interval '30 minutes'`,
  },
  {
    name: "supply: the finish outbox is being worked off",
    sql: `select f.id, f.attempts, f.due_at from supply_finishes f join supply_suppliers s on s.id = f.supplier_id
          where s.kind <> 'own' and f.done_at is null and f.due_at < app_now() - interval '30 minutes' and supply_may_report(f)`,
  },
  {
    name: "supply: texts of SMS are gone after their retention",
    sql: `select id from supply_sms where sealed_text is not null and received_at < app_now() - interval '26 hours' limit 10`,
  },
  {
    name: "supply: a number is for single SMS or for rent, never both",
    sql: `select number from supply_numbers join supply_rent_numbers using (number)
          union all select s.number from supply_stock s join supply_rent_numbers r on r.number = s.number`,
  },
  {
    name: "supply: what has ended has nothing on sale",
    sql: `select s.id, s.code from supply_suppliers s where s.ended_at < app_now() - interval '10 minutes' and exists (
            select from supply_offers o where o.supplier_id = s.id
              and (o.claimed_count > 0 or exists (select from supply_stock k where k.offer_id = o.id)))`,
  },
  {
    name: "supply: a supplier's key is nobody else's",
    sql: `select s.id, r.supplier_id from supply_suppliers s join supply_retired_keys r using (push_key_hash)`,
  },
  {
    name: "supply: retired keys are gone after their time",
    sql: `select supplier_id, taken_until from supply_retired_keys where taken_until < app_now() - interval '30 minutes'`,
  },
  {
    name: "supply: who called is gone after its retention",
    sql: `select id from supply_calls where sealed_caller is not null and received_at < app_now() - interval '26 hours' limit 10`,
  },
  {
    name: "supply: raw exchanges are gone after their time",
    sql: `select id, forget_at from supply_exchanges where forget_at < app_now() - interval '1 hour' limit 10`,
  },
  {
    name: "supply: no supplier has more unknown words than are kept of a kind",
    sql: `select supplier_id, kind, count(*) as words from supply_unknown_words
          group by 1, 2 having count(*) > ${unknownWordLimits.wordsPerKind}`,
  },
];
