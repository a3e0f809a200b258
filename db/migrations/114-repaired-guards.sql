-- Export papers name the vessel, voyage, container and ports of a car, so they end when these change.

create trigger sailing_cars_end_papers after insert or update on sailing_cars
  for each row execute function end_export_papers();
comment on trigger sailing_cars_end_papers on sailing_cars is 'Export papers name the sailing and the container.';

create function end_papers_of_sailing() returns trigger language plpgsql as $$
begin
  perform end_documents(order_id, '{commercial_invoice,packing_list,bill_of_sale}', 'facts') from (
    select distinct order_id from sailing_cars where sailing_id = new.id and removed_at is null order by order_id) as shipped;
  return null;
end
$$;
comment on function end_papers_of_sailing() is 'Ends the export papers of all cars on a sailing whose facts change.';

create trigger sailings_end_papers after update on sailings for each row
  when ((old.vessel, old.voyage, old.from_place, old.to_place) is distinct from (new.vessel, new.voyage, new.from_place, new.to_place))
  execute function end_papers_of_sailing();
comment on trigger sailings_end_papers on sailings is 'Export papers name the vessel, the voyage and the ports.';
