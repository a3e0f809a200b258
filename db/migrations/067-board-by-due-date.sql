-- The board shows the open step that is due first. The rows of all open orders are computed again.

insert into shipment_changes (order_id) select id from orders where life in ('held', 'active');
