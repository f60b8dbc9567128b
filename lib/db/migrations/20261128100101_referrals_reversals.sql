-- Of debts that providers made by reversing top-ups, what has been answered.
alter table referrals_people rename column taken_back_kopecks to reversed_kopecks;
alter table referrals_people rename constraint referrals_people_taken_back_kopecks_check to referrals_people_reversed_kopecks_check;
