/** From so many purchases on, a share of them says something. */
export const ratedPurchases = 20;
/** From so many codes on, half of their waits says something. */
export const ratedCodes = 10;
