import type { Check } from "#lib/db/check.ts";

/** Statements about partner applications on the live rows; a row that comes back is an offence. */
export const partnerApplicationChecks: Check[] = [
  {
    name: "partners: whatever the staff decided about an application is in the audit",
    sql: `select a.id from partners_applications a
          where a.state <> 'waiting' and not exists (
            select from identity_audit e where e.subject = 'partner-application:' || a.id and e.actor_id = a.decided_by
              and e.action = case a.state when 'approved' then 'partner-application.approve' else 'partner-application.decline' end)`,
  },
  {
    name: "partners: an approved application whose address is registered is carried out within ten minutes",
    sql: `select a.id from partners_applications a join identity_users u on u.email_key = a.email_key
          where a.state = 'approved' and a.settled_at is null
            and greatest(a.decided_at, u.created_at) < app_now() - interval '10 minutes'`,
  },
  {
    name: "partners: an application that is carried out has a supplier of the partner's own",
    sql: `select a.id from partners_applications a where a.settled_at is not null and not exists (
            select from supply_suppliers s where s.owner_user_id = a.partner_user_id and s.kind = 'own')`,
  },
];
