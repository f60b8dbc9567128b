-- What is charged says itself in full: roubles have no rate, another currency has its amount and its rate.
alter table payments add constraint payments_charge check (
  (charge_currency = 'RUB') = (rub_per_unit is null)
  and (charge_currency = 'RUB' or charge_amount is not null)
  and (rub_per_unit is null or rub_per_unit > 0));
