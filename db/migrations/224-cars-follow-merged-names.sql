-- A model or car that is added while its make or model is merged would keep the merged one, which no list asks about. A seller's form and a
-- spreadsheet read names before they write them, so a merge may come between.

create function follow_merged_make() returns trigger language plpgsql as $$
declare
  target integer;
begin
  -- Waits for a merge that is not committed yet.
  select merged_into into target from makes where id = new.make_id for key share;
  if target is not null then
    new.make_id := target;
  end if;
  return new;
end
$$;

comment on function follow_merged_make() is 'Adds a model of a merged make to the make that it means.';

create trigger models_follow_merged_make before insert on models for each row execute function follow_merged_make();

comment on trigger models_follow_merged_make on models is 'A merged make gets no new models.';

create function follow_merged_names() returns trigger language plpgsql as $$
declare
  meant record;
begin
  -- Waits for a merge that is not committed yet.
  perform 1 from models where id = new.model_id for key share;
  select makes.id as make_id, makes.name as make, after.id as model_id, after.name as model into meant
  from models before join models after on after.id = coalesce(before.merged_into, before.id) join makes on makes.id = after.make_id
  where before.id = new.model_id and (before.merged_into is not null or before.make_id <> new.make_id);
  if found then
    new.make_id := meant.make_id;
    new.make := meant.make;
    new.model_id := meant.model_id;
    new.model := meant.model;
  end if;
  return new;
end
$$;

comment on function follow_merged_names() is 'Gives a car the make and model that its model means, if it was merged or moved.';

create trigger listings_follow_merged_names before insert or update of make_id, model_id on listings
for each row execute function follow_merged_names();

comment on trigger listings_follow_merged_names on listings is 'A merged make or model gets no new cars.';
