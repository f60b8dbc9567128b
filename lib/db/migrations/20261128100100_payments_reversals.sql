-- What a provider pulls back of a top-up is a reversal.
alter table payments rename column taken_back_kopecks to reversed_kopecks;
alter table payments rename column taken_back_version to reversal_version;
