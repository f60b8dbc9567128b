-- What speaks against one more order, by what activations_open_slots_left says: banned, limit or nothing.
-- door: rentals
create or replace function activations_judge_slots(p_slots_left integer) returns text
language sql immutable as $$ select case p_slots_left when -1 then 'banned' when 0 then 'limit' end $$;
