-- The line by which a refund comes back is matched to it, and the line of a refund is compared with the account that it should have gone to.

alter table line_matches
  drop constraint line_matches_kind_check,
  add constraint line_matches_kind_check check (kind in (
    'order', 'fee', 'provider_payout', 'refund', 'refund_return', 'payout', 'return', 'set_aside', 'transport_bill',
    'card_terminal', 'cash', 'cash_return', 'tax', 'passed_on', 'drawing', 'interest', 'capital', 'expense')) not valid,
  drop constraint match_has_its_target,
  add constraint match_has_its_target check (
    case kind
      when 'order' then order_id is not null and payment_id is not null
      when 'refund' then payment_id is not null
      when 'refund_return' then payment_id is not null
      when 'payout' then payout_id is not null
      when 'return' then other_line_id is not null
      when 'transport_bill' then order_id is not null
      when 'cash_return' then order_id is not null
      else order_id is null and payment_id is null
    end
    and (kind in ('order', 'refund', 'refund_return') or payment_id is null)
    and (kind = 'payout' or payout_id is null) and (kind = 'return' or other_line_id is null)) not valid;

comment on column line_matches.payment_id is
  'Of an order, the payment that the money became; of a refund or its return, the payment that was refunded.';
comment on column line_matches.fee_cents is 'What a provider kept of its payout, or banks of a refund that came back.';
comment on column line_matches.payer_differs is
  'Whether the bank names somebody else than the buyer, as payer or as payee. Then a reason is required.';

create or replace function left_by_transfer(refund bigint) returns boolean language sql stable as $$
  select exists (select from refund_transfers t where t.refund_id = refund) or exists (
    select from refunds r join live_line_matches m on m.kind = 'refund_return' and m.payment_id = r.payment_id
    where r.id = refund and m.cents + m.fee_cents = r.amount_cents)
$$;

comment on function left_by_transfer(bigint) is
  'Whether a refund was sent by transfer, also if the bank returned it. Of refunds from before migration 111, which have no row of their transfer, the '
  'match of the line that brought them back says so.';
