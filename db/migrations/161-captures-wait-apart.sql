-- What is taken of a security deposit on a card is captured only by processes that capture a part.

alter table card_holds add column capture_due_at timestamptz;

comment on column card_holds.capture_due_at is
  'While a part is being taken: when a worker asks the provider next. Other payments have it in payments.due_at.';

create index card_holds_to_capture on card_holds (capture_due_at) where capture_due_at is not null;

create function keep_captures_apart() returns trigger language plpgsql as $$
begin
  if new.state = 'capturing' then
    update card_holds set capture_due_at = new.due_at where payment_id = new.id;
    if found then
      new.due_at := null;
    end if;
  else
    update card_holds set capture_due_at = null where payment_id = new.id;
  end if;
  return new;
end
$$;

comment on function keep_captures_apart() is
  'Moves the time of the next attempt to capture a hold from its payment to card_holds. A process of the release before captures the whole amount of each '
  'payment that is due; it never finds this one, whoever makes it due.';

create trigger holds_are_captured_apart before update of state, due_at on payments
  for each row when (new.order_id is not null and (new.state = 'capturing' or old.state = 'capturing'))
  execute function keep_captures_apart();

comment on trigger holds_are_captured_apart on payments is 'Keeps payments that capture a part of a hold from processes that would capture all of it.';
