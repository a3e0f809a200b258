/** The server functions and types of this feature that other features may import. */
export type { GatewayDispute } from '../model/charge.ts';
export type { CircuitBreakerGateway } from './circuit-breaker-gateway.ts';
export {
  type ChargeKey,
  chargeKeyOf,
  ForgedMessage,
  type GatewayRefund,
  GatewayTimeout,
  type Instrument,
  type PaymentGateway,
  type RefundOutcome,
} from './payment-gateway.ts';
