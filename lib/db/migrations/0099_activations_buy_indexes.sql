-- A plan that is kept must be right for the day when the tables are full, too: on an empty database reading all orders looks cheap, and the
-- plan would stay until the statistics are gathered. Every row that the purchase of many looks for has its index.
alter function activations_buy(bigint[], text[], text[], integer[], integer[], text[], bigint[], text[], integer[], integer[], integer[], bigint[])
  set enable_seqscan = off;
