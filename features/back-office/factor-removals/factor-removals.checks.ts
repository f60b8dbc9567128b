import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const factorRemovalChecks: Check[] = [
  {
    name: "back-office: two different people with a reason each stand behind every removed second factor, and the audit knows both",
    sql: `select r.id from back_office_factor_removals r
          where r.state = 'carried_out' and (r.decider_id is null or r.decider_id = r.proposer_id or r.decision_reason is null
            or not exists (select from identity_audit a where a.subject = 'factor-removal:' || r.id
              and a.action = 'factor-removal.propose' and a.actor_id = r.proposer_id)
            or not exists (select from identity_audit a where a.subject = 'factor-removal:' || r.id
              and a.action = 'factor-removal.carry-out' and a.actor_id = r.decider_id))`,
  },
];
