-- The address of a guest's payment is kept for a while after it was over, since its money may come late; a sweep forgets it then.
create index payments_guests_forgettable on payments_guests (ended_at) where email_key is not null and ended_at is not null;
