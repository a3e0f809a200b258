-- What the office asks a party of a claim. The party answers with a statement.

create table claim_questions (
  id bigint generated always as identity primary key,
  claim_id bigint not null references claims (id),
  key text not null unique check (length(key) between 8 and 60),
  party text not null check (party in ('buyer', 'seller')),
  body text not null check (length(body) between 1 and 2000),
  admin_id bigint not null references admins (id),
  at timestamptz not null default now()
);
comment on table claim_questions is 'Questions of the office to a party of a claim, which both parties see. Append-only.';

create index questions_of_claim on claim_questions (claim_id, id);
create trigger claim_questions_stay before update or delete or truncate on claim_questions
  for each statement execute function refuse_change();
comment on trigger claim_questions_stay on claim_questions is 'Refuses to change, delete or truncate questions.';
