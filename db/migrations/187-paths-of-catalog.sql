comment on column payment_destinations.quote is 'Facts of the car, verdict with reasons, landed cost, exchange rates and the ids of all rule rows it rests on, as in catalog/landed-cost/model/import-quote.ts.';
comment on column landed_quotes.quote is 'As in catalog/landed-cost/model/import-quote.ts.';
