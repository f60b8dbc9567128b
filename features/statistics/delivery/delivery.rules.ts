/** From so many purchases on, a share of them says something. */
export const ratedPurchases = 20;
