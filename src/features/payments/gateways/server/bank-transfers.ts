import type { Charge } from '../model/charge.ts';
import type { PaymentGateway } from './payment-gateway.ts';

const chargeOf = (state: Charge['state']): Charge => ({ state, reference: null, cardBrand: null, cardLast4: null });

/** The calls about a charge that exists already. */
export type WaitingGateway = Pick<PaymentGateway, 'find' | 'capture' | 'release' | 'refund' | 'refunds' | 'disputes'>;

/**
 * The gateway of bank transfers. Finance sees on our own bank account when money arrives or leaves; until then a transfer is waiting
 * and a refund is pending.
 */
export const bankTransfers: WaitingGateway = {
  find: async () => chargeOf('needs_action'),
  capture: async () => chargeOf('needs_action'),
  release: async () => chargeOf('voided'),
  refund: async () => ({ state: 'pending', failure: null }),
  refunds: async () => [],
  disputes: async () => [],
};
