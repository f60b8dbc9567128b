-- The purchase of many at once is planned once per connection instead of at every call: planning took a good part of a small batch's time, and
-- no value changes which indexes are right. Whoever replaces the function must say this again (features/activations/purchase/placing has a test).
alter function activations_buy(bigint[], text[], text[], integer[], integer[], text[], bigint[], text[], integer[], integer[], integer[], bigint[])
  set plan_cache_mode = force_generic_plan;
