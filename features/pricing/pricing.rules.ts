/** Account turnover is counted over so many days for the wholesale tier. */
export const wholesaleTurnoverDays = 30;

/** How old everybody's prices may be that are made once for all who ask; offers themselves are as old as the last sweep. */
export const sharedPricesMs = 1_000;
