-- The provider is asked about each payment once a day; those of before are asked about from now on as well.
update payments set refunds_due_at = now() + interval '1 day'
where refunds_due_at is null and captured_at > now() - interval '30 days';
