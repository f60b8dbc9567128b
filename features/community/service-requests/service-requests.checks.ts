import type { Check } from "#lib/db/check.ts";

/** Statements about service requests on the live rows; a row that comes back is an offence. */
export const serviceRequestChecks: Check[] = [
  {
    name: "service requests: whatever the staff decided is in the audit",
    sql: `select r.id from community_service_requests r
          where r.state in ('answered', 'closed') and not exists (
            select from identity_audit a where a.subject = 'site:' || r.site and a.actor_id = r.decided_by
              and a.action = case r.state when 'answered' then 'service-request.answer' else 'service-request.close' end)`,
  },
  {
    name: "service requests: who was decided about is written to within the hour",
    sql: `select id from community_service_requests where mail_due and decided_at < app_now() - interval '1 hour'`,
  },
];
