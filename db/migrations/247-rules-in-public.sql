-- Import rules age in public: what changed is listed, mistakes are answered by email, and what is checked again follows the traffic.

create view import_rule_changes as
  select r.list, r.id, r.country, r.record, p.record as before, r.version, v.published_at
  from import_rule_rows r
  join import_rule_versions v on v.version = r.version
  left join import_rule_rows p on p.list = r.list and p.id = r.supersedes
  where r.list in ('rules', 'charges', 'tables', 'baseUnits', 'references')
    and r.version > (select min(version) from import_rule_versions)
    and r.record - '{id,supersedes,checked,sources,confidence,note}'::text[]
      is distinct from p.record - '{id,supersedes,checked,sources,confidence,note}'::text[];

comment on view import_rule_changes is
  'Rows that changed what a country asks or charges, since the first publication. Not rows that were only checked again or got another source.';

alter table import_mistakes
  add column answer text check (length(answer) between 1 and 4000),
  add column answered_at timestamptz,
  add column answered_by bigint references admins (id),
  add constraint answered_once check ((answer is null) = (answered_at is null) and (answered_at is null) = (answered_by is null));

comment on column import_mistakes.answer is 'What was emailed to the person who reported it.';
comment on column import_mistakes.contact is 'Email address for the answer; older reports may have another text.';

create table import_destination_uses (
  country text not null check (country ~ '^[A-Z]{2}$'),
  used_on date not null,
  uses integer not null check (uses > 0),
  primary key (country, used_on)
);

comment on table import_destination_uses is
  'How often lights and costs of a country were computed on a day. Answers from a cache are not counted. Nothing about people is stored.';

create table order_rule_news (
  order_id bigint primary key references orders (id) on delete cascade,
  up_to integer not null,
  at timestamptz not null default now()
);

comment on table order_rule_news is
  'The version of the import rules up to which the buyer of an order was told what changed at its destination.';

-- Orders of before are not told about changes of before.
insert into order_rule_news (order_id, up_to)
  select id, (select coalesce(max(version), 0) from import_rule_versions) from orders where life in ('held', 'active');
