-- A hit can be about the payer of a bank transfer, whose name is on no part of the order.

alter table watch_hits add column payer_name text
  check (payer_name is null or (role = 'payer' and length(payer_name) between 1 and 300));

comment on column watch_hits.payer_name is
  'The payer as the bank statement names them. Null for the other roles, whose names the order has.';
