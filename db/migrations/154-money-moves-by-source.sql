-- Facts of an order ask whether a payment was moved back.

create index money_moves_by_source on money_moves (from_payment_id);
