-- Which languages there are is said in one place, the rows of lib/i18n/locales.ts: a new one needs no file here. What an account may have
-- is judged by the API, and by a check over the live rows; the database keeps the shape.
alter table identity_users drop constraint identity_users_locale_check;
alter table identity_users add constraint identity_users_locale_check check (locale ~ '^[a-z]{2}$');
