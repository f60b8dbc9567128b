/** Alerts that were told are kept so long after their mail, those that nobody could fulfil for a year go. */
export const stockAlertLimits = { keptDays: 30, openDays: 365 } as const;
