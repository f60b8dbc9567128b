/** Statements about the live rows; a row that comes back is an offence. */
export const pricingChecks = [
  {
    name: "pricing: an offer is never sold below its cost, wholesale never above retail",
    sql: `select id from pricing_offers where wholesale_kopecks < cost_kopecks or wholesale_kopecks > retail_kopecks`,
  },
  {
    name: "pricing: an account with which the staff agreed a price says that it has prices of its own",
    sql: `select p.user_id from pricing_personal_prices p join identity_users u on u.id = p.user_id
          where not u.has_custom_price and exists (
            select from identity_audit a where a.subject = 'user:' || p.user_id and a.action = 'price.agree')`,
  },
  {
    name: "pricing: an offer belongs to the offer it was made from",
    sql: `select o.id from pricing_offers o left join supply_offers supplied on supplied.id = o.id
          where supplied.id is null or (supplied.service_id, supplied.country_id, supplied.supplier_id, supplied.operator)
            is distinct from (o.service_id, o.country_id, o.supplier_id, o.operator)`,
  },
] as const;
