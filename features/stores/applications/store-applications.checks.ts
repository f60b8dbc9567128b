import type { Check } from "#lib/db/check.ts";

/** Statements about applications for stores on the live rows; a row that comes back is an offence. */
export const storeApplicationChecks: readonly Check[] = [
  {
    name: "stores: whatever the staff decided about an application is in the audit",
    sql: `select a.id from stores_applications a
          where a.state <> 'waiting' and not exists (
            select from identity_audit e where e.subject = 'store-application:' || a.id and e.actor_id = a.decided_by
              and e.action = case a.state when 'approved' then 'store-application.approve' else 'store-application.decline' end)`,
  },
  {
    name: "stores: a store was approved by the staff, for its owner, and nobody approved one of their own",
    sql: `select s.user_id from stores_stores s left join stores_applications a on a.id = s.application_id
          where a.id is null or a.state <> 'approved' or a.user_id <> s.user_id or a.decided_by = s.user_id`,
  },
  {
    name: "stores: the role of an owner belongs to a store",
    sql: `select u.id from identity_users u left join stores_stores s on s.user_id = u.id where u.is_store and s.user_id is null`,
  },
  {
    name: "stores: whoever applied has agreed to a version of the rules",
    sql: `select a.id from stores_applications a
          where not exists (select from stores_acceptances x where x.user_id = a.user_id and x.accepted_at <= a.created_at)`,
  },
];
