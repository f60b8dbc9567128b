/** Account turnover is counted over so many days for the wholesale tier. */
export const wholesaleTurnoverDays = 30;
