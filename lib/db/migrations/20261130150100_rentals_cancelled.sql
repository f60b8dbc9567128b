-- What an account has cancelled a moment ago is counted by every rental. By the reason and not by the state, which an SMS changes.
create index rentals_cancelled on rentals (user_id, closed_at) where close_reason = 'canceled';
