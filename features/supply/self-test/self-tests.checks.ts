import type { Check } from "#lib/db/check.ts";

/** Statements about runs of the self-test; a row that comes back is an offence. */
export const selfTestChecks: Check[] = [
  {
    name: "supply: no self-test runs beyond its deadline",
    sql: `select id, state, deadline_at from supply_self_tests
          where state in ('waiting', 'running') and deadline_at < app_now() - interval '10 minutes'`,
  },
  {
    name: "supply: a passed self-test has passed every test",
    sql: `select t.id from supply_self_tests t where t.state = 'passed' and (
            not exists (select from supply_self_test_results r where r.self_test_id = t.id)
            or exists (select from supply_self_test_results r where r.self_test_id = t.id and r.outcome <> 'passed'))`,
  },
  {
    name: "supply: no offer is of the sandbox service",
    sql: `select o.id from supply_offers o join catalogue_services s on s.id = o.service_id where s.code = 'selftest'`,
  },
  {
    name: "supply: exchanges of self-tests are gone after their retention",
    sql: `select id from supply_self_test_exchanges where at < app_now() - interval '8 days' limit 10`,
  },
];
