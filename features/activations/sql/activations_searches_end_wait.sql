-- Whichever version of the product moves a search on, nothing wakes it for what it waited for before.
-- needs: activations_end_wait
create or replace trigger activations_searches_end_wait before update of state on activations_searches
  for each row when (new.state <> 'searching' and new.waiting_for is not null) execute function activations_end_wait();
