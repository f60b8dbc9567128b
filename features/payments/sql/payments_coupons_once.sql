-- A coupon is redeemed once: from then on its row stays as it is.
create or replace trigger payments_coupons_once before update on payments_coupons
  for each row when (old.redeemed_at is not null) execute function payments_keep_redeemed();
