import type { Check } from "#lib/db/check.ts";

/** Statements about the queue; a row that comes back is an offence. The queue judges by the database's own clock. */
export const jobChecks: Check[] = [
  {
    name: "jobs: whatever is due is taken within half an hour",
    sql: `select j.id, t.identifier, j.run_at, j.attempts
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where j.run_at < now() - interval '30 minutes' and j.attempts < j.max_attempts
            and (j.locked_at is null or j.locked_at < now() - interval '30 minutes')`,
  },
  {
    name: "jobs: none has been given up",
    sql: `select j.id, t.identifier, j.attempts, left(j.last_error, 200) as last_error
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where j.attempts >= j.max_attempts and j.locked_at is null`,
  },
  {
    name: "jobs: events are forgotten after a day",
    sql: `select id, created_at from job_events where created_at < now() - interval '26 hours' order by id limit 10`,
  },
];
