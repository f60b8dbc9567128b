-- Countries by the protocol's ids: 12 is "USA (virtual)", 187 "USA". Rows are seeded from features/catalogue/data.
create table catalogue_countries (
  id integer primary key check (id >= 0),
  iso2 text not null check (iso2 ~ '^[A-Z]{2}$'),
  -- Digits without the plus sign; for places inside a shared plan with their area code (Barbados 1246).
  dial_code text not null check (dial_code ~ '^[1-9][0-9]{0,3}$'),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  flag_code text not null check (flag_code ~ '^[a-z]{2}$'),
  -- {"en": .., "ru": .., "cn": .., "tr": .., "es": .., "hi": ..}, all six
  names jsonb not null check (names ?& array['en', 'ru', 'cn', 'tr', 'es', 'hi']),
  -- Place among the countries shown first; null = not among them.
  popular_position smallint check (popular_position > 0),
  -- The protocol's flags of getCountries.
  visible boolean not null,
  retry boolean not null,
  rent boolean not null,
  multi_service boolean not null
);

create table catalogue_services (
  id integer primary key check (id > 0),
  code text not null unique check (code ~ '^[a-z]{2,4}$'),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  -- Names by locale where they differ from the brand's own.
  names jsonb not null default '{}',
  category text not null check (category in ('messenger', 'social', 'mail', 'bank', 'government', 'payments',
    'broker', 'crypto', 'dating', 'delivery', 'games', 'shopping', 'taxi', 'other')),
  popularity_rank integer not null check (popularity_rank > 0),
  name_transcription_en_ru text not null,
  name_transcription_ru_en text not null,
  -- File name in public/icons/services without ".svg"; null = letter tile.
  icon text check (icon ~ '^[a-z0-9]+$'),
  -- Brand colour, six hex digits.
  icon_color text check (icon_color ~ '^[0-9A-F]{6}$')
);

-- Known mobile operators; "any" is understood everywhere and not a row.
create table catalogue_operators (
  country_id integer not null references catalogue_countries,
  token text not null check (token ~ '^[a-z0-9_]{1,40}$' and token <> 'any'),
  position smallint not null,
  primary key (country_id, token)
);

-- Grows with every change of the three tables, so that processes know when to read them again.
create table catalogue_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1
);
insert into catalogue_version default values;
-- Orders point at countries and services for ever.
revoke delete on catalogue_countries, catalogue_services from sms_den_app;
