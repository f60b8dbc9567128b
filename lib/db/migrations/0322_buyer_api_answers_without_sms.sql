-- Kept answers about orders hold the ids of their SMS and not what these say. Those of before do, sealed: they are kept for a day.
update buyer_api_answers set expires_at = least(expires_at, created_at + interval '24 hours')
  where operation in ('restCancelActivation', 'restReportActivation', 'restFinishActivation', 'restRetryActivation');
