-- Which spelling a key's calls of the bots' protocol are answered in when they name none: for programs whose address cannot be
-- changed. The 32-character key has none of its own.
alter table identity_api_keys add column types text not null default 'standard'
  check (types in ('standard', 'classic', 'strict', 'plain', 'smshub')),
  add check (kind <> 'legacy' or types = 'standard');
