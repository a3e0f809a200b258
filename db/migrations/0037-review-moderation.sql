-- Why a review is off the site, in the words of the administrator who took it off.
alter table reviews
  add column hidden_reason text check (length(hidden_reason) between 1 and 500),
  add check (hidden_reason is null or hidden_at is not null);
