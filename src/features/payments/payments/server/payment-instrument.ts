import type { OnlineMethod } from '#features/payments/gateways/model/charge.ts';
import type { Instrument, PaymentGateway } from '#features/payments/gateways/server/payment-gateway.ts';
import { AppError } from '#lib/app-error.ts';
import { type FormData, fieldsOfMethod, hostedFields, isExpired } from '../model/payment-form.ts';

export type ParsedForm = { instrument: Instrument; email: string };

/** Validates a payment form by the rules of its method. Errors name fields, never values. */
export function parsePaymentForm(
  gateway: PaymentGateway['name'],
  method: OnlineMethod,
  form: FormData,
  now: Date,
): ParsedForm {
  if (gateway !== 'simulated') return parseHosted(method, form);
  if (method === 'credit_card') {
    const { cardNumber, expiryDate, cvv, name, email } = validated(fieldsOfMethod.credit_card, form);
    if (isExpired(expiryDate, now)) throw invalid({ expiryDate: 'payment.card.expiry' });
    return { instrument: { kind: 'card', number: cardNumber.replace(/\D/g, ''), expiryDate, cvv, name }, email };
  }
  if (method === 'paypal') {
    const { paypalEmail, email } = validated(fieldsOfMethod.paypal, form);
    return { instrument: { kind: 'paypal', email: paypalEmail }, email };
  }
  const { upiId, email } = validated(fieldsOfMethod.upi, form);
  return { instrument: { kind: 'upi', id: upiId }, email };
}

/** The provider's own fields take the card; card numbers sent to us are rejected. */
function parseHosted(method: OnlineMethod, form: FormData): ParsedForm {
  if (method !== 'credit_card') throw invalid({ payment_method: 'payment.cardsOnly' });
  if (form.cardNumber !== '' || form.cvv !== '') {
    throw new AppError('malformed', 'card details sent to us', { messageKey: 'payment.hostedOnly' });
  }
  const { token, email } = validated(hostedFields, form);
  return { instrument: { kind: 'token', token }, email };
}

type Issue = { path: PropertyKey[]; message: string };
type Schema<Values> = {
  safeParse(value: unknown): { success: true; data: Values } | { success: false; error: { issues: Issue[] } };
};

function validated<Values>(schema: Schema<Values>, form: FormData): Values {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw invalid(Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), message])));
}

function invalid(fields: Record<string, string>): AppError {
  return new AppError('malformed', `invalid ${Object.keys(fields).join(', ')}`, {
    fields,
  });
}
