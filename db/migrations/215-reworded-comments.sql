-- Rewords comments that were hard to read. Nothing else changes.

comment on column allocations.kind is
  'money: received or refunded · shortfall: what banks kept of a transfer, within the tolerance, at our expense.';
comment on column bank_account_versions.approved_by is 'Null for the first account, which takes effect immediately.';
comment on column bookings.withdrawn_at is
  'When the match of the transfer that made the booking was undone. The booking then does not count, and its order waits for a '
  'transfer again.';
comment on column card_holds.told_at is 'When the renter and the office were emailed that the hold ends soon.';
comment on column claim_decisions.decided_by is 'Null if the deadline passed and the rule of the terms decided.';
comment on column contact_messages.taken_by is 'The member of staff who answers the message; null if unassigned.';
comment on column dispute_movements.fee_cents is 'Positive: charged · negative: refunded.';
comment on column issued_documents.claims is 'The figures that every holder of the code may see, as JSON with sorted keys.';
comment on column landed_quotes.code is 'Part of the shared address. Every holder of the code may read the quote.';
comment on column line_matches.payer_differs is 'Whether the bank names a payer or payee other than the buyer. A reason is then required.';
comment on column line_matches.reason is 'Why another person paid, why the line was set aside, or what the money was for.';
comment on column open_lines.left_cents is
  'The unmatched amount, with the sign of the line. 0 if only a part that was set aside is unmatched.';
comment on column order_terms.claim_limit_cents is
  'What one person may refund by deciding claims, per order and per day. More needs a second person. The newest version counts.';
comment on column order_terms.claim_review_days is
  'Days that the operator has to decide. After that the frozen money is refunded to the buyer.';
comment on column order_terms.refund_limit_cents is
  'What one person may refund, per order and per day. More needs a second person. The newest version counts.';
comment on column security_moves.account_id is
  'For a deposit returned by transfer, the account of the buyer then in force. Null for those from before migration 117.';
comment on function cash_return_needs_two_people() is
  'Refuses a return by which one administrator alone returns more than the limit, per order or per day, refunds included, and a '
  'second person who did not approve it. Locks the order and the administrator, so that two returns wait for each other.';
comment on function decision_needs_two_people() is
  'Refuses a decision by which one person alone refunds more than the limit, per order or per day, and a second person who did '
  'not approve it. Locks the person, so that two decisions wait for each other.';
comment on function fold_ledger() is
  'Adds waiting entries to account_days and order_balances and returns how many. Several processes may run it simultaneously: '
  'each takes its own rows.';
comment on function fold_listing_counts() is
  'Adds waiting changes to listing_counts and returns how many. Several processes may run it simultaneously: each takes its own '
  'rows.';
comment on function freeze_what_arrives() is
  'Freezes money that a frozen order receives, including returned money, when its transaction ends.';
comment on function guard_car_that_is_away() is 'Raises CQ001 if a car is put on sale before it was returned from an undone order.';
comment on function guard_card_hold() is
  'A card hold lasts six and a half days, or two days once the car has been returned, and replaces an earlier hold of its order. '
  'A hold that is confirmed after its time or for an ended order is released immediately. It books no car and is captured only '
  'as staff decided.';
comment on function keep_captures_apart() is
  'Moves the time of the next attempt to capture a hold from its payment to card_holds. A process of the previous release '
  'captures the whole amount of each payment that is due and must not find this one.';
comment on function money_goes_back_to_buyer() is 'Refuses returns by transfer to any account except the one of the buyer in force.';
comment on function note_order_news() is 'Queues a change of the life of an order for emails to its parties.';
comment on function is_approved(text,bigint,bigint,jsonb) is
  'Whether a second person approved in this transaction a proposal with these facts.';
comment on function is_owed(text) is 'Whether an account of the ledger is a receivable or a payable, so that order_balances has its sums.';
comment on function order_reference(bigint) is
  'The reference of a transfer for an order: CQ- and 6 characters of Crockford base 32, the last of which is a check character. '
  'The first one is a letter, so that no order number is also a reference. Distinct for 16,777,216 orders.';
comment on function refund_needs_two_people() is
  'Refuses a refund by which one administrator alone refunds more than the limit, per order or per day, cash included, and a '
  'second person who did not approve it. Locks the administrator, so that two refunds wait for each other.';
comment on table account_notices is
  'Which buyers with an open invoice were emailed about which version of the bank account, so that each email is sent once.';
comment on table allocations is 'Which received money pays which item of a plan. Append-only: a refund is a negative row.';
comment on table open_lines is
  'Lines of statements with an amount to match or set aside. All other lines are matched. Kept by triggers on lines and their '
  'matches.';
comment on table order_balances is
  'Sums of the folded ledger lines per order and account, for receivable and payable accounts. Read the view open_balances, '
  'which adds the rest. No foreign keys: folding must not wait for the lock of an order.';
comment on table order_charges is
  'Charges of a rental beyond its price, with their reasons. Append-only; each is an item of a new version of the plan.';
comment on table order_news is
  'Changes of orders whose emails are not queued yet. A row is deleted in the transaction that queues the emails.';
comment on table provider_refunds is 'Refunds made in the provider''s dashboard.';
comment on table security_moves is
  'The security deposit of a rental: taken at the pick-up, returned at the return, or used for a charge. The money is held, not '
  'earned, and is no part of what the order owes or received. Append-only.';
comment on table waiting_buyers is 'Buyers who asked for an email when a held car is free again, in the order of their requests.';
comment on trigger arrivals_are_frozen on ledger_lines is 'Freezes money that a frozen order receives, including returned money.';
comment on trigger car_that_is_away_is_guarded on listings is 'Refuses to put a car on sale before it was returned from an undone order.';
comment on trigger line_match_undos_count on line_match_undos is 'Updates the unmatched amount of the line.';
comment on trigger line_matches_count on line_matches is 'Updates the unmatched amount of the line.';
comment on trigger listing_guarded on listings is
  'Refuses changes of a car that is being paid for, sold or rented. With a sale claim, the car cannot be deleted, and its price, '
  'tax rate, fee, currency, offer, make, model, year, VIN, mileage and status cannot change, except from active to sold once the '
  'payment is captured. With rental days today or later, the car cannot be deleted, its offer cannot change, and its status can '
  'only be active, paused or rented.';
comment on trigger order_moves_are_news on order_moves is 'Queues emails to the parties of the order.';
comment on trigger order_reviews_stay on order_reviews is 'Refuses changes of a review after the other side has been shown.';
comment on view line_rests is 'The unmatched amount of each line of a statement, and the part that was set aside. Lists read open_lines.';
comment on view order_money is 'The cost of each order by its plan, the money received less refunds, and the bank charges at our expense.';
comment on view refund_steps is
  'The step of each refund: car (the car has to be returned first), check (held by a claim or a check of names), account (the '
  'buyer has none), account_waits, ready, sending (by the provider), sent or failed; and the account of the refund. No decision '
  'reads it.';
comment on view rental_fees is
  'The rentals that carry the registration fee of their renter. Canceled rentals do not, and neither do completed rentals whose '
  'price was or is being refunded in full: their fee is refunded too.';
comment on view shown_order_reviews is
  'The reviews that readers other than the author may see: both sides have written, or the order ended more than 14 days ago.';
comment on view statements_to_confirm is
  'Statements with a line above the remaining limit of the importer, which a second person has to confirm. A line in another '
  'currency counts by its exchange rate, and not without one.';
