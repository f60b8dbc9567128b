-- Selling software can be stopped like the other ways of selling.
alter table policy_blocks drop constraint policy_blocks_mode_check;
alter table policy_blocks add constraint policy_blocks_mode_check check (mode in ('activation', 'rent', 'readyAccounts', 'licences'));
