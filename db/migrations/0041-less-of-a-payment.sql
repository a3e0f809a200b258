-- The stand-in for a card and the version of the car were written down and never read.
update payments set gateway_token = null where gateway_token is not null;
alter table payments drop column gateway_token, drop column listing_version;

-- Messages of the gateway are forgotten by their age.
create index gateway_messages_by_age on gateway_messages (heard_at);
