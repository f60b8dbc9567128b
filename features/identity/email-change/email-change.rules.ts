/** The code that confirms a new address works for so long. */
export const EMAIL_CODE_MINUTES = 30;
/** So many wrong codes end a wish. */
export const EMAIL_CODE_TRIES = 5;
/** So long the old address takes the account back. */
export const WAY_BACK_DAYS = 7;
