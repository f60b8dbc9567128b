import { raw } from "sql-template-tag";

/**
 * The state of the destination `q` (`DestinationState`), for statements that join it; none at all is `unconfirmed`.
 */
export const DESTINATION_STATE = raw(`case when q.confirmed_at is null then 'unconfirmed'
  when q.rests_until > app_now() then 'resting' else 'usable' end`);

/** Until when the destination `q` rests; null when it does not. */
export const DESTINATION_RESTS_UNTIL = raw("case when q.rests_until > app_now() then q.rests_until end");
