/** A recovery waits for so long before the second factor is removed. */
export const RECOVERY_DAYS = 7;
/** Besides at once it is told so many days after it was asked for. */
export const REMINDER_DAYS: readonly number[] = [3, 6];
/** Between the last notice and the end there are at least so many hours, however late a worker was. */
export const LAST_NOTICE_HOURS = 23;
/** What nobody takes up within so many days after its end lapses. */
export const RECOVERY_USABLE_DAYS = 7;
/** After a recovery no withdrawal leaves for so many days. */
export const MONEY_REST_DAYS = 7;
/** Recoveries that are over are kept for so long, as the lines of the security log. */
export const RECOVERY_KEPT_DAYS = 180;

/** What a login is told of recovering: null where it is not offered; `endsAt` of the one that waits. */
export type RecoveryOffer = { readonly endsAt: string | null };
