-- Finance is emailed about refunds by transfer that wait too long, at most once a day.

create table refund_reminders (
  admin_id bigint primary key references admins (id),
  mailed_at timestamptz not null default now()
);

comment on table refund_reminders is 'When each person was last emailed about refunds by transfer that wait too long.';
