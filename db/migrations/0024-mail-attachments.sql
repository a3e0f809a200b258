-- A mail may bring a document of ours. It is named here and made when the mail leaves, so that the outbox holds no files.
alter table mail_outbox
  add column attachment jsonb check (length(attachment::text) <= 500),
  add constraint sent_without_attachment check (sent_at is null or attachment is null);
