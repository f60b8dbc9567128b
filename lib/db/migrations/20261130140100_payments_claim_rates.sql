-- The rate that a claim was credited at: not always that of the payment which the claim names.
alter table payments_claims add column rub_per_unit numeric(18, 6) check (rub_per_unit > 0);
update payments_claims c set rub_per_unit = p.rub_per_unit from payments p where p.id = c.payment_id and c.state = 'credited';
alter table payments_claims drop constraint payments_claims_credited;
alter table payments_claims add constraint payments_claims_credited check (
  (state = 'credited') = (credited_kopecks is not null) and (state = 'credited') = (credited_transfer_id is not null)
  and (state = 'credited') = (rub_per_unit is not null));
