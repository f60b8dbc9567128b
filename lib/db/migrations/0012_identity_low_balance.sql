-- The mail about a low balance: sent when the balance falls below the threshold, once until it has been above again.
alter table identity_settings
  -- the balance was seen at or above the threshold since the last mail and since the threshold was set
  add column low_balance_armed boolean not null default false,
  add column low_balance_mailed_at timestamptz;
create index identity_settings_threshold on identity_settings (user_id) where lower_balance_kopecks > 0;
