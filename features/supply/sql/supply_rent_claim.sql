/*
 * Locks a free number of a partner for the caller's transaction and answers it, or null. Two buyers never get the same one: the
 * number's row is locked first and looked at again behind the lock, with a new snapshot. Numbers that others are looking at are
 * passed over; only when nothing else is left are they waited for. A partner that may sell some operators' numbers alone lends none of others.
 */
-- door: rentals
create or replace function supply_rent_claim(p_supplier_id integer, p_country_id integer, p_service_id integer, p_operator text) returns bigint
language plpgsql as $$
declare
  v_start double precision := random();
  v_low double precision := v_start;
  v_high double precision := 2;
  v_tried bigint[] := '{}';
  v_number bigint;
  v_operators text[] := (select s.allowed_operators from supply_suppliers s where s.id = p_supplier_id);
begin
  for v_round in 1..3 loop
    loop
      if v_round < 3 then
        select n.number into v_number from supply_rent_numbers n
          where n.supplier_id = p_supplier_id and n.country_id = p_country_id and n.online and n.place >= v_low and n.place < v_high
            and (p_operator = 'any' or n.operator = any (string_to_array(p_operator, ',')))
            and (v_operators = '{}' or n.operator = any (v_operators))
            and (n.service_ids is null or p_service_id = any (n.service_ids))
            and n.number <> all (v_tried) and supply_rent_is_free(n.number, p_service_id)
          order by n.place limit 1 for update skip locked;
      else
        select n.number into v_number from supply_rent_numbers n
          where n.supplier_id = p_supplier_id and n.country_id = p_country_id and n.online and n.place >= v_low and n.place < v_high
            and (p_operator = 'any' or n.operator = any (string_to_array(p_operator, ',')))
            and (v_operators = '{}' or n.operator = any (v_operators))
            and (n.service_ids is null or p_service_id = any (n.service_ids))
            and n.number <> all (v_tried) and supply_rent_is_free(n.number, p_service_id)
          order by n.place limit 1 for update;
      end if;
      exit when not found;
      if supply_rent_is_free(v_number, p_service_id) then return v_number; end if;
      v_tried := v_tried || v_number;
    end loop;
    v_low := 0;
    v_high := case v_round when 1 then v_start else 2 end;
  end loop;
  return null;
end $$;
