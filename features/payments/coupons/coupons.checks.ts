import type { Check } from "#lib/db/check.ts";

/** Statements about coupon codes on the live rows; a row that comes back is an offence. */
export const couponChecks: Check[] = [
  {
    name: "payments coupons: a redeemed code has its one credited payment: its redeemer, its amount, its method",
    sql: `select c.id, p.id as payment_id from payments_coupons c
          join payments_coupon_batches b on b.id = c.batch_id
          left join payments p on p.id = c.payment_id
          where c.redeemed_at is not null
            and (p.id is null or p.provider <> 'coupon' or p.provider_payment_id <> c.id::text
              or p.credited_transfer_id is null or p.user_id <> c.redeemed_by
              or p.amount_kopecks <> b.amount_kopecks or p.method <> b.method)`,
  },
  {
    name: "payments coupons: every payment by coupon has its redeemed code",
    sql: `select p.id from payments p left join payments_coupons c on c.payment_id = p.id
          where p.provider = 'coupon' and c.id is null`,
  },
  {
    name: "payments coupons: no code is redeemed after its batch was voided or is over",
    sql: `select c.id from payments_coupons c join payments_coupon_batches b on b.id = c.batch_id
          where c.redeemed_at > least(b.voided_at, b.expires_at)`,
  },
  {
    name: "payments coupons: no code of a large batch is redeemed before somebody else than its maker has approved it",
    sql: `select c.id from payments_coupons c join payments_coupon_batches b on b.id = c.batch_id
          where c.redeemed_at is not null and b.needs_second
            and (b.approved_at is null or b.approved_at > c.redeemed_at or b.approved_by = b.created_by)`,
  },
  {
    name: "payments coupons: a batch has the codes that it was made with",
    sql: `select b.id, b.coupon_count, count(c.id) from payments_coupon_batches b
          left join payments_coupons c on c.batch_id = b.id
          group by b.id, b.coupon_count having count(c.id) <> b.coupon_count`,
  },
];
