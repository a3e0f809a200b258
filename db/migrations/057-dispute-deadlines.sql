-- Until when a dispute at the provider can be answered, and disputes of the simulated provider that end.

alter table provider_disputes add column evidence_due_at timestamptz;

comment on column provider_disputes.evidence_due_at is 'Until when the provider takes evidence; null if it does not say so.';

alter table simulated_disputes add column decided_at timestamptz not null default now() + interval '10 minutes';

comment on column simulated_disputes.decided_at is 'When the simulated bank decides: an open dispute is lost, and an inquiry ends.';
comment on table simulated_disputes is
  'Disputes of the simulated provider. Its test card 4000 0000 0000 2685 is disputed when it is captured, and 4000 0000 0000 1976 is asked about.';
