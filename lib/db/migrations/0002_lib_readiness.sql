-- A process tells in /readyz whether the tables are as new as its own code.
grant select on lib_migrations to sms_den_app;
