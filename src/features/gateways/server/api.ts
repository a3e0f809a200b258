/** The server functions and types of this feature that other features may import. */
export type { GuardedGateway } from './circuit-breaker-gateway.ts';
export {
  type ChargeKey,
  chargeKeyOf,
  ForgedMessage,
  type GatewayRefund,
  type Instrument,
  NoAnswer,
  type PaymentGateway,
  type RefundOutcome,
} from './payment-gateway.ts';
