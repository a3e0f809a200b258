-- Cars for rent are few: who looks for words among them does not meet all the cars for sale that have them.
create index rental_free_text on listings using gin (free_text)
  where status = 'active' and deleted_at is null and offer = 'Rent';
