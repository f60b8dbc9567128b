-- Puts a cancelled own unit back on sale: at most 4 times in all, and only while its number is on line (otherwise it
-- is parked until the number comes back). True when it is on sale again. The caller's transaction decides.
create or replace function supply_put_back(p_offer_id integer, p_number bigint) returns boolean
language plpgsql
as $$
declare
  v_online boolean;
  v_lendings smallint;
  v_offer integer;
begin
  -- The same order as the inventory: number, unit, stock.
  select n.online into v_online from supply_numbers n where n.number = p_number for share;
  update supply_units u
    set lendings = u.lendings + 1, parked = not coalesce(v_online, true) and u.lendings < 3
    from supply_offers o
    where o.id = p_offer_id and u.number = p_number and u.service_id = o.service_id
      and u.supplier_id = o.supplier_id and not u.parked
      and not exists (select 1 from supply_stock s where s.offer_id = u.offer_id and s.number = u.number)
    returning u.lendings, u.offer_id into v_lendings, v_offer;
  if not found then
    -- Stock put in by hand has no unit; a unit that is parked or on sale is not lent and stays as it is.
    if exists (
      select 1 from supply_units u join supply_offers o on o.service_id = u.service_id
      where o.id = p_offer_id and u.number = p_number
    ) then
      return false;
    end if;
    v_lendings := 1;
    v_offer := p_offer_id;
  end if;
  if v_lendings > 3 or v_online is false then
    return false;
  end if;
  insert into supply_stock (offer_id, number) values (v_offer, p_number) on conflict (offer_id, number) do nothing;
  return found;
end
$$;
