-- Software that is sold by licence. State table: features/licences/licences.rules.ts.
create table licences_products (
  id bigint generated always as identity primary key,
  -- keys and programs call the product by it: it never changes
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  name text not null check (length(name) between 1 and 120),
  software_type text not null check (length(software_type) between 1 and 80),
  description text not null check (length(description) <= 4000),
  -- of one term
  price_kopecks bigint not null check (price_kopecks > 0),
  -- null = for ever
  term_days integer check (term_days between 1 and 3660),
  device_limit integer not null check (device_limit between 1 and 1000),
  state text not null default 'draft' check (state in ('draft', 'on_sale', 'stopped')),
  created_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now()
);
create unique index licences_products_code on licences_products (code);
create index licences_products_on_sale on licences_products (name, id) where state = 'on_sale';
revoke delete, truncate on licences_products from sms_den_app;

-- What can be downloaded of a product. The file lies elsewhere; its hash says which it is.
create table licences_versions (
  id bigint generated always as identity primary key,
  product_id bigint not null references licences_products (id),
  version text not null check (length(version) between 1 and 40),
  notes text not null check (length(notes) <= 4000),
  -- owners of a licence are led there, nobody else learns it
  url text not null check (url like 'https://%' and length(url) <= 500),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null default app_now(),
  -- not to be had any more
  withdrawn_at timestamptz
);
create unique index licences_versions_one on licences_versions (product_id, version);
revoke delete, truncate on licences_versions from sms_den_app;
