-- Where somebody was who registers or asks for a new password: path and query of a page of ours, without a language. It waits
-- with the link, so that the way back does not depend on the browser in which the mail is opened.
alter table identity_registrations add column return_path text
  check (length(return_path) <= 500 and return_path ~ '^/([^/]|$)');
alter table identity_password_resets add column return_path text
  check (length(return_path) <= 500 and return_path ~ '^/([^/]|$)');
