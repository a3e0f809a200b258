import { randomUUID } from 'node:crypto';

const FEE = 1_500;
const CREATED = 1_790_000_000;

type BalanceTransaction = ReturnType<typeof movement>;
/** A dispute in the shape of Stripe's API, with the fields that Stripe sends for a card payment in dollars. */
export type StripeDispute = ReturnType<typeof stripeDispute>;

/** A movement on the balance. Stripe names the amount without the fee, which is deducted besides. */
export function movement(source: string, amount: number, fee: number) {
  return {
    id: `txn_${randomUUID()}`,
    object: 'balance_transaction',
    amount,
    available_on: CREATED + 86_400,
    created: CREATED,
    currency: 'usd',
    description: amount < 0 ? 'Chargeback withdrawal for ch_1' : 'Chargeback reversal for ch_1',
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: 'usd', description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source,
    status: 'pending',
    type: 'adjustment',
  };
}

/** A dispute that was just created. An inquiry has moved no money. */
export function stripeDispute(intent: string, amount: number, kind: 'chargeback' | 'inquiry' = 'chargeback') {
  const id = `dp_${randomUUID()}`;
  const withdrawn: BalanceTransaction[] = kind === 'inquiry' ? [] : [movement(id, -amount, FEE)];
  return {
    id,
    object: 'dispute',
    amount,
    balance_transaction: withdrawn[0]?.id ?? null,
    balance_transactions: withdrawn,
    charge: 'ch_1',
    created: CREATED,
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: { customer_name: null, product_description: null, uncategorized_text: null },
    evidence_details: {
      due_by: (CREATED + 14 * 86_400) as number | null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    network_reason_code: '13.1',
    payment_intent: intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: kind, network_reason_code: '13.1' },
      type: 'card',
    },
    reason: 'product_not_received',
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  };
}
