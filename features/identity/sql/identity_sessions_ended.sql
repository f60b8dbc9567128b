-- Streams end with the session behind them: every process that serves streams is told when one ends or changes its token.
create or replace trigger identity_sessions_ended
  after delete or update of token_hash on identity_sessions
  for each row execute function identity_announce_change();
