-- Reviews of buyers and sellers by each other, hidden until both are in or 14 days have passed.

create table order_reviews (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  author_id bigint not null references users (id),
  subject_id bigint not null references users (id),
  side text not null check (side in ('buyer', 'seller')),
  rating smallint not null check (rating between 1 and 5),
  text text not null check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  check (author_id <> subject_id),
  check ((hidden_at is null) = (hidden_reason is null)),
  unique (order_id, author_id, subject_id)
);

comment on table order_reviews is 'What buyer and seller of an ended order wrote about each other, once each. Read it through shown_order_reviews.';
comment on column order_reviews.side is 'Who wrote it.';
comment on column order_reviews.text is 'Empty once the author''s account is deleted.';
comment on column order_reviews.hidden_at is 'When an administrator hid the review.';

create index order_reviews_about on order_reviews (subject_id, side);
create index order_reviews_by on order_reviews (author_id);

create view shown_order_reviews as
select r.* from order_reviews r join orders o on o.id = r.order_id
where r.hidden_at is null and (
  o.ended_at < now() - interval '14 days'
  or exists (
    select from order_reviews other
    where other.order_id = r.order_id and other.author_id = r.subject_id and other.subject_id = r.author_id));

comment on view shown_order_reviews is
  'The reviews that may be shown to anybody but their author: both sides have written, or the order ended more than 14 days ago.';

create function guard_order_review() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'text' - 'hidden_at' - 'hidden_reason' = to_jsonb(old) - 'text' - 'hidden_at' - 'hidden_reason'
    and (new.text = old.text or new.text = '') then
    return new;
  end if;
  raise exception 'a review cannot be changed' using errcode = 'insufficient_privilege';
end
$$;

comment on function guard_order_review() is 'Refuses changes, except hiding a review and erasing its text with the account.';

create trigger order_reviews_stay before update on order_reviews for each row execute function guard_order_review();
create trigger order_reviews_are_never_deleted before delete or truncate on order_reviews
  for each statement execute function refuse_change();

comment on trigger order_reviews_stay on order_reviews is 'Nobody rewrites a review after the other side has been seen.';
comment on trigger order_reviews_are_never_deleted on order_reviews is 'Refuses to delete or truncate reviews.';

create table order_review_invitations (
  order_id bigint primary key references orders (id),
  at timestamptz not null default now()
);

comment on table order_review_invitations is 'Orders whose sides were emailed that they can review each other, once.';
