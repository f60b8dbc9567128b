-- A description has 5,000 characters at most; escaped, the worst of them takes five.
alter table ready_accounts_offers
  drop constraint ready_accounts_offers_description_html_check,
  add constraint ready_accounts_offers_description_html_check check (length(description_html) <= 25000);
