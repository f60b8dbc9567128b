-- What somebody called a link goes with the person; the link itself stays, since people came by it.
grant update (name) on referrals_links to sms_den_app;
