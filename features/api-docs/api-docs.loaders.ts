import "server-only";
import { docsFacts } from "#features/api-docs/facts.rules.ts";
import { openPrice, toldPrice } from "#features/pricing/told/told.reads.ts";
import { brandName, publicUrl } from "#features/site/site.loaders.ts";
import { env } from "#lib/env.ts";

/** The figures and names in the documentation, from where the product itself takes them. */
export const facts = docsFacts(publicUrl, brandName, {
  ...openPrice,
  toldCount: toldPrice.count,
  toldAfterSeconds: toldPrice.seconds,
  defaultCountryId: env.DEFAULT_COUNTRY_ID,
  routingDays: env.ROUTING_DAYS,
  minuteKopecks: env.ROUTING_MINUTE_KOPECKS,
  exploringPercent: env.ROUTING_EXPLORE_PERCENT,
});
