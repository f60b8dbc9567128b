import { docsFacts } from "#features/api-docs/facts.rules.ts";
import { listedPrice, openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import { env } from "#lib/env.ts";

/** The figures and names in the documentation, from where the product itself takes them. */
export const publishedFacts = docsFacts(env.PUBLIC_URL, env.BRAND_NAME, {
  ...openPrice,
  toldCount: listedPrice.count,
  toldAfterSeconds: listedPrice.seconds,
  defaultCountryId: env.DEFAULT_COUNTRY_ID,
  routingDays: env.ROUTING_DAYS,
  minuteKopecks: env.ROUTING_MINUTE_KOPECKS,
  exploringPercent: env.ROUTING_EXPLORE_PERCENT,
});
