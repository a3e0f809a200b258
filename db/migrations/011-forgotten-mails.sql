-- Emails of which nothing may remain once they are sent.

alter table mail_outbox add column forget_when_done boolean not null default false;

comment on column mail_outbox.forget_when_done is
  'Whether the row is deleted as soon as the email is sent or has failed: the last email to a deleted account.';
