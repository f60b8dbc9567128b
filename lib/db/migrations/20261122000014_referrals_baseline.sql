-- The referral programme: links, who came by them, and the share of what these people spend.

-- A user's links; the code stands in the address (?r=).
create table referrals_links (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  code text not null unique check (code ~ '^[a-z0-9]{6,32}$'),
  -- '' = the first one, which everybody has
  name text not null check (length(name) <= 60),
  created_at timestamptz not null default app_now(),
  unique (user_id, name)
);
revoke update, delete, truncate on referrals_links from sms_den_app;

-- Terms of one user that differ from the programme's, and what he owes of shares that were given back after he had taken them out.
create table referrals_members (
  user_id bigint primary key,
  basis_points integer check (basis_points between 0 and 5000),
  owed_kopecks bigint not null default 0 check (owed_kopecks >= 0)
);

-- Who was brought by whom: decided once, when an account begins.
create table referrals_people (
  user_id bigint primary key,
  referrer_id bigint not null check (referrer_id <> user_id),
  link_id bigint not null references referrals_links (id),
  -- flagged: earns nothing (same person, device, payer or address)
  state text not null default 'active' check (state in ('active', 'flagged')),
  -- up to which version the history of the wallet has been read; versions of a wallet have no gap and become visible in order
  seen_version bigint not null default 0,
  -- of debts that providers made by taking top-ups back, what has been answered
  taken_back_kopecks bigint not null default 0 check (taken_back_kopecks >= 0),
  -- sums of the accruals
  turnover_kopecks bigint not null default 0 check (turnover_kopecks >= 0),
  earned_kopecks bigint not null default 0 check (earned_kopecks >= 0),
  registered_at timestamptz not null default app_now()
) with (fillfactor = 80);
create index referrals_people_referrer on referrals_people (referrer_id, user_id desc);
create index referrals_people_link on referrals_people (link_id);
revoke delete, truncate on referrals_people from sms_den_app;

-- The share of one captured purchase. It waits, then it is paid into the referrer's account.
create table referrals_accruals (
  id bigint generated always as identity primary key,
  -- the capture in the ledger: one share for it, for ever
  source_transfer_id bigint not null unique,
  -- what was bought, as refunds name it: 'activation:17'
  cause text not null,
  user_id bigint not null references referrals_people (user_id),
  referrer_id bigint not null,
  turnover_kopecks bigint not null check (turnover_kopecks > 0),
  basis_points integer not null check (basis_points between 0 and 5000),
  amount_kopecks bigint not null check (amount_kopecks >= 0),
  -- of the purchase, what was given back or paid with money that was taken back; and the share of that
  returned_kopecks bigint not null default 0 check (returned_kopecks between 0 and turnover_kopecks),
  reversed_kopecks bigint not null default 0 check (reversed_kopecks between 0 and amount_kopecks),
  state text not null check (state in ('waiting', 'paid', 'refused')),
  -- what was paid when its time had come
  paid_kopecks bigint not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  constraint referrals_accruals_share check (amount_kopecks::numeric = floor(turnover_kopecks::numeric * basis_points / 10000)),
  constraint referrals_accruals_paid check (paid_kopecks >= 0 and paid_kopecks <= amount_kopecks and (state = 'paid' or paid_kopecks = 0))
) with (fillfactor = 80);
create index referrals_accruals_due on referrals_accruals (due_at) where state = 'waiting';
create index referrals_accruals_referrer on referrals_accruals (referrer_id, id desc);
create index referrals_accruals_user on referrals_accruals (user_id, id desc);
create index referrals_accruals_cause on referrals_accruals (cause);
revoke delete, truncate on referrals_accruals from sms_den_app;

-- Why somebody's spending earns nothing; the staff may lift it.
create table referrals_flags (
  id bigint generated always as identity primary key,
  user_id bigint not null references referrals_people (user_id),
  referrer_id bigint not null,
  reason text not null check (reason in ('person', 'device', 'payer', 'address', 'staff')),
  -- the account that shares it: the referrer's, or another one he brought
  other_user_id bigint not null,
  noted_at timestamptz not null default app_now(),
  lifted_at timestamptz,
  lifted_by bigint,
  unique (user_id, reason)
);
create index referrals_flags_open on referrals_flags (id desc) where lifted_at is null;
revoke delete, truncate on referrals_flags from sms_den_app;
