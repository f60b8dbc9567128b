-- A fine of a partner is proposed and signed as other corrections are. Signed, it is announced; its money moves later, and not by this row.
alter table back_office_corrections
  add column fine_cause text,
  add column fine_order_id bigint,
  drop constraint back_office_corrections_kind_check,
  add constraint back_office_corrections_kind_check
    check (kind in ('adjustment_credit', 'adjustment_debit', 'activation_refund', 'debt_write_off', 'partner_fine')),
  drop constraint back_office_corrections_alone,
  add constraint back_office_corrections_alone check (needs_second or kind in ('activation_refund', 'partner_fine')),
  drop constraint back_office_corrections_carried_out,
  add constraint back_office_corrections_carried_out
    check ((state = 'carried_out' and kind <> 'partner_fine') = (transfer_id is not null)),
  add constraint back_office_corrections_fine
    check ((kind = 'partner_fine') = (fine_cause is not null) and (kind = 'partner_fine' or fine_order_id is null));
