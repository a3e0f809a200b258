-- Keeps the plans of statements that a purchase runs, instead of making them anew for every order.

alter function store_order_waits(bigint[]) set plan_cache_mode = force_generic_plan;
