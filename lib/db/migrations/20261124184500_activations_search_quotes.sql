-- What a search without a limit keeps to: the lowest price that its buyer was quoted, when it began or, when nothing was on sale then,
-- the first one afterwards; and that with the tolerance of that moment. It stays for the search's whole life. A search that named a
-- limit has none.
alter table activations_searches
  add column quoted_kopecks bigint check (quoted_kopecks > 0),
  add column quoted_most_kopecks bigint,
  -- the lowest price on sale for this buyer when it looked last; null = nothing was
  add column lowest_kopecks bigint,
  add constraint activations_searches_quote check ((quoted_kopecks is null) = (quoted_most_kopecks is null)
    and quoted_most_kopecks >= quoted_kopecks and (quoted_kopecks is null or cardinality(step_kopecks) = 0));
-- One that has bought already was quoted what it paid.
update activations_searches s set quoted_kopecks = paid.most, quoted_most_kopecks = paid.most
  from (select o.search_id, max(a.price_kopecks) as most from activations_search_orders o
    join activations a on a.id = o.activation_id group by 1) paid
  where paid.search_id = s.id and cardinality(s.step_kopecks) = 0;
