-- The figures of the business know licences, too.
alter table statistics_business drop constraint statistics_business_kind_check;
alter table statistics_business add constraint statistics_business_kind_check
  check (kind in ('activation', 'rental', 'ready_account', 'licence', 'other'));
