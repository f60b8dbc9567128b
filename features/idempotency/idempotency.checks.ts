/** Statements about kept answers; a row that comes back is an offence. */
export const restAnswerChecks = [
  {
    name: "rest: a kept answer of a sandbox is of a sandbox key of the same user",
    sql: `select a.user_id, a.sandbox_key_id, a.idempotency_key from idempotency_answers a
          join identity_api_keys k on k.id = a.sandbox_key_id
          where k.kind <> 'sandbox' or k.user_id <> a.user_id`,
  },
  {
    name: "rest: kept answers are forgotten when their time is over",
    sql: "select user_id, idempotency_key from idempotency_answers where expires_at < app_now() - interval '1 day'",
  },
] as const;
