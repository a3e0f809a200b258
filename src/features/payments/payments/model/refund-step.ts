/**
 * The step of a refund, as the view `refund_steps` computes it:
 * - `car`: a car of the order has to come back first
 * - `check`: a claim or a check of names holds it
 * - `account`: it goes by transfer, and the buyer has entered no bank account
 * - `account_waits`: the account of the buyer is not in force yet
 * - `ready`: finance can send it
 * - `sending`: by the payment provider
 */
export const REFUND_STEPS = ['car', 'check', 'account', 'account_waits', 'ready', 'sending', 'sent', 'failed'] as const;
export type RefundStep = (typeof REFUND_STEPS)[number];
