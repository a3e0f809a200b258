-- A make or model is known from the first public car of it: the search and the pages of makes go by known ones alone, so that
-- nobody teaches them words with a listing that was never let in. What the catalogue brings is known from the start.
alter table makes add column known boolean not null default false;
alter table models add column known boolean not null default false;

update makes set known = true where id in (select make_id from listings where status not in ('requested', 'returned', 'rejected'));
update models set known = true where id in (select model_id from listings where status not in ('requested', 'returned', 'rejected'));

create function know_vehicles_of_cars() returns trigger language plpgsql as $$
begin
  update makes set known = true
  where not known and exists (select 1 from after_rows where make_id = makes.id and status = 'active');
  update models set known = true
  where not known and exists (select 1 from after_rows where model_id = models.id and status = 'active');
  return null;
end
$$;

create function know_vehicle_of_car() returns trigger language plpgsql as $$
begin
  update makes set known = true where id = new.make_id and not known;
  update models set known = true where id = new.model_id and not known;
  return null;
end
$$;

create trigger vehicles_of_inserted after insert on listings
  referencing new table as after_rows for each statement execute function know_vehicles_of_cars();
create trigger vehicle_of_updated after update of status, make_id, model_id on listings
  for each row when (new.status = 'active') execute function know_vehicle_of_car();
