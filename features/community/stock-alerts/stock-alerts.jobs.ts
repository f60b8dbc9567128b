import {
  forgetStockAlerts,
  mailStockAlerts,
  tellOfStock,
} from "#features/community/stock-alerts/stock-alerts.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sweeps of stock alerts. */
export const stockAlertSweeps = [
  defineSweep({ name: "community: tell of stock", everyMs: 30_000, run: tellOfStock }),
  defineSweep({ name: "community: mails about stock", everyMs: 5_000, run: mailStockAlerts }),
  defineSweep({ name: "community: forget stock alerts", everyMs: 600_000, run: forgetStockAlerts }),
];
