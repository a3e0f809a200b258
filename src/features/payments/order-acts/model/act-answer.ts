/** Why an act is not allowed now, or why it needs a second person. */
export const REASONS = [
  'waits',
  'ended',
  'live',
  'canceled',
  'checked',
  'claimed',
  'disputed',
  'handed_over',
  'aboard',
  'papers_made',
  'report_withdrawn',
  'days_over',
  'rental_started',
  'rental',
  'security_held',
  'old_terms',
  'money_received',
  'money_open',
  'all_paid',
  'papers_missing',
  'letter_missing',
  'not_arrived',
  'no_contract',
  'no_consignee',
  'bill_issued',
  'claim_days',
  'with_buyer',
  'away',
  'not_away',
  'back',
  'lost',
  'loss',
  'not_shipped',
  'refunds_wait',
  'taken',
  'nothing_paid',
  'not_lapsed',
  'parts_returned',
  'gone',
  'sale',
  'not_picked_up',
  'picked_up',
  'with_renter',
  'returned',
  'not_begun',
  'not_over',
  'not_late',
  'security_missing',
  'elsewhere',
  'license_missing',
  'security_there',
  'card_asked',
  'too_long',
  'too_early',
] as const;
export type Reason = (typeof REASONS)[number];

/** `second`: only together with a second person. */
export type Answer = { may: 'yes' } | { may: 'no'; why: Reason } | { may: 'second'; why: Reason };

export const YES: Answer = { may: 'yes' };
export const no = (why: Reason): Answer => ({ may: 'no', why });
export const second = (why: Reason): Answer => ({ may: 'second', why });

/** The first reason whose condition holds refuses; null passes to the next one. */
export function firstOf(...reasons: (Reason | null | false)[]): Answer {
  const why = reasons.find((reason) => reason !== null && reason !== false);
  return why ? no(why) : YES;
}
