-- Reports of original papers that were entered by mistake.

create table parcel_withdrawals (
  parcel_id uuid primary key references order_parcels (id),
  reason text not null check (length(reason) between 1 and 500),
  actor text not null check (actor in ('seller', 'admin')),
  actor_id bigint not null,
  at timestamptz not null default now()
);

comment on table parcel_withdrawals is
  'Parcels that were reported by mistake. Append-only: they stay shown with the reason, and are reported again as new ones.';

create trigger parcel_withdrawals_stay before update or delete or truncate on parcel_withdrawals
  for each statement execute function refuse_change();

comment on trigger parcel_withdrawals_stay on parcel_withdrawals is 'Refuses to change, delete or truncate withdrawals.';
