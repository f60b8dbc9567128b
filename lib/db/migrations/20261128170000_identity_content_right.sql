-- The right to write the site's texts stands beside the rising permissions, in none of them: whoever has it alone moves no money.
alter table identity_staff_permissions alter column permission drop not null;
alter table identity_staff_permissions add column content boolean not null default false;
alter table identity_staff_permissions add constraint identity_staff_permissions_some check (permission is not null or content);
