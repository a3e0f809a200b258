-- What a document says ends: another payment changes a receipt, a lapsed hold ends a pro-forma invoice.

create table document_endings (
  document_id bigint primary key references issued_documents (id),
  reason text not null check (reason in ('money', 'facts', 'booked', 'canceled')),
  ended_at timestamptz not null default now()
);

comment on table document_endings is
  'Documents whose facts have changed since they were issued. Another document may replace them later. Written by triggers, and only taken back when an order waits for its transfer again.';
comment on column document_endings.reason is
  'money: received, returned or owed money of the order changed · facts: the consignee, trade term or facts of a car changed · booked: the order no longer waits for a transfer · canceled: the order was canceled, or its hold lapsed.';

create trigger document_endings_stay before update or truncate on document_endings
  for each statement execute function refuse_change();
comment on trigger document_endings_stay on document_endings is 'Refuses to change or truncate endings.';
create trigger most_document_endings_stay before delete on document_endings
  for each row when (old.reason <> 'booked') execute function refuse_change();
comment on trigger most_document_endings_stay on document_endings is 'Refuses to delete an ending, except that of a pro-forma invoice whose order waits again.';

create function end_documents(of_order bigint, ended_kinds text[], ending text) returns void language plpgsql as $$
begin
  -- Whoever issues such a document locks the order, so none is missed that is not committed yet.
  perform 1 from orders where id = of_order for no key update;
  insert into document_endings (document_id, reason)
  select d.id, ending from (
    select 'order' as kind, of_order as id
    union all select 'booking', b.id from bookings b join payments p on p.id = b.payment_id where p.order_id = of_order
  ) as about join issued_documents d on d.subject_kind = about.kind and d.subject_id = about.id
  where d.kind = any(ended_kinds) and not exists (select 1 from issued_documents later where later.supersedes = d.id)
  on conflict do nothing;
end
$$;
comment on function end_documents(bigint, text[], text) is 'Ends the newest documents of some kinds about an order and its bookings.';

create function end_receipts_of_new_rows() returns trigger language plpgsql as $$
begin
  perform end_documents(order_id, '{receipt,bill_of_sale}', 'money') from (select distinct order_id from new_rows order by order_id) as changed;
  return null;
end
$$;
comment on function end_receipts_of_new_rows() is 'Ends the receipts of orders whose money changes, and their bills of sale, which say that the price is paid.';

create trigger allocations_end_receipts after insert on allocations
  referencing new table as new_rows for each statement execute function end_receipts_of_new_rows();
comment on trigger allocations_end_receipts on allocations is 'Received and returned money makes receipts from before untrue.';

create function end_receipts_of_refund() returns trigger language plpgsql as $$
begin
  perform end_documents(p.order_id, '{receipt}', 'money') from payments p where p.id = new.payment_id and p.order_id is not null;
  return null;
end
$$;
comment on function end_receipts_of_refund() is 'Ends the receipts of the order of a refunded payment.';

create trigger refunds_end_receipts after insert or update of amount_cents, done_at, failed_at on refunds
  for each row execute function end_receipts_of_refund();
comment on trigger refunds_end_receipts on refunds is 'Receipts list refunds, and whether they were sent.';
create trigger refunds_end_receipts after insert or update of amount_cents, done_at, failed_at on later_refunds
  for each row execute function end_receipts_of_refund();
comment on trigger refunds_end_receipts on later_refunds is 'Receipts list refunds, and whether they were sent.';

create function end_documents_of_moved_order() returns trigger language plpgsql as $$
begin
  if new.plan_version is distinct from old.plan_version or new.life = 'cancelled' then
    perform end_documents(new.id, '{receipt,bill_of_sale}', 'money');
  end if;
  if new.life = 'cancelled' then
    perform end_documents(new.id, '{pro_forma,contract,invoice,commercial_invoice,packing_list,bill_of_sale}', 'canceled');
  elsif old.life = 'held' and new.life = 'active' then
    perform end_documents(new.id, '{pro_forma}', 'booked');
  elsif old.life = 'active' and new.life = 'held' then
    perform end_documents(new.id, '{commercial_invoice,packing_list,bill_of_sale}', 'canceled');
    delete from document_endings e using issued_documents d
    where d.id = e.document_id and d.subject_kind = 'order' and d.subject_id = new.id and e.reason = 'booked';
  end if;
  return null;
end
$$;
comment on function end_documents_of_moved_order() is 'Ends the documents of an order that its end or another plan makes untrue.';

create trigger orders_end_documents after update of life, plan_version on orders
  for each row when (new.life is distinct from old.life or new.plan_version is distinct from old.plan_version)
  execute function end_documents_of_moved_order();
comment on trigger orders_end_documents on orders is 'Ends receipts, pro-forma invoices, contracts and invoices when the order moves on.';

-- Receipts named one way to pay for all money, and not all refunds.
insert into document_endings (document_id, reason)
select d.id, 'money' from issued_documents d
where d.kind = 'receipt' and d.subject_kind = 'booking' and not exists (select 1 from issued_documents later where later.supersedes = d.id);
insert into document_endings (document_id, reason)
select d.id, case when o.life = 'cancelled' then 'canceled' else 'booked' end from issued_documents d join orders o on o.id = d.subject_id
where d.subject_kind = 'order' and not exists (select 1 from issued_documents later where later.supersedes = d.id)
  and (o.life = 'cancelled' and d.kind in ('pro_forma', 'contract', 'invoice') or d.kind = 'pro_forma' and o.life in ('active', 'completed'));
