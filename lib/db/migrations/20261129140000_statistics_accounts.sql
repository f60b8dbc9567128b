-- A buyer's figures count orders of ready accounts, too. They have no number, and a delivered one has an account at least.
alter table statistics_users add column accounts bigint not null default 0;
alter table statistics_users drop constraint statistics_users_kind_check;
alter table statistics_users add constraint statistics_users_kind_check check (kind in ('activation', 'rental', 'accounts'));
alter table statistics_users drop constraint statistics_users_sums;
alter table statistics_users add constraint statistics_users_sums check (
  successes + cancelled + expired + reported = numbers
  and case kind when 'accounts' then numbers = 0 and refused <= requests and accounts >= requests - refused
      else numbers + refused = requests and accounts = 0 end);

alter table statistics_running drop constraint statistics_running_kind_check;
alter table statistics_running add constraint statistics_running_kind_check check (kind in ('activation', 'rental', 'accounts'));

alter table statistics_users_progress add column last_account_order_id bigint not null default 0;
