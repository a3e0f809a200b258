import type { PaymentMethod } from '#features/gateways/model/payment-method.ts';
import type { Instrument, PaymentGateway } from '#features/gateways/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { englishWords, isMessageId } from '#lib/i18n/all-messages.ts';
import { type FormData, fieldsOfMethod, hostedFields, isExpired } from '../model/payment-form.ts';

export type Paying = { instrument: Instrument; email: string };

/**
 * What is paid with and who is written to, checked by the rules of its method. Errors name the fields and never their
 * values.
 */
export function parsePaymentForm(
  gateway: PaymentGateway['name'],
  method: PaymentMethod,
  form: FormData,
  now: Date,
): Paying {
  if (gateway !== 'simulated') return hosted(method, form);
  if (method === 'credit_card') {
    const { cardNumber, expiryDate, cvv, name, email } = checked(fieldsOfMethod.credit_card, form);
    if (isExpired(expiryDate, now)) throw wrong({ expiryDate: 'payment.card.expiry' });
    return { instrument: { kind: 'card', number: cardNumber.replace(/\D/g, ''), expiryDate, cvv, name }, email };
  }
  if (method === 'paypal') {
    const { paypalEmail, email } = checked(fieldsOfMethod.paypal, form);
    return { instrument: { kind: 'paypal', email: paypalEmail }, email };
  }
  const { upiId, email } = checked(fieldsOfMethod.upi, form);
  return { instrument: { kind: 'upi', id: upiId }, email };
}

/** A real provider's own fields take the card; a card number that comes here all the same is refused. */
function hosted(method: PaymentMethod, form: FormData): Paying {
  if (method !== 'credit_card') throw wrong({ payment_method: 'payment.cardsOnly' });
  if (form.cardNumber !== '' || form.cvv !== '') {
    throw new AppError('malformed', 'card details sent to us', { messageKey: 'payment.hostedOnly' });
  }
  const { token, email } = checked(hostedFields, form);
  return { instrument: { kind: 'token', token }, email };
}

type Issue = { path: PropertyKey[]; message: string };
type Schema<Values> = {
  safeParse(value: unknown): { success: true; data: Values } | { success: false; error: { issues: Issue[] } };
};

function checked<Values>(schema: Schema<Values>, form: FormData): Values {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw wrong(Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), message])));
}

function wrong(fields: Record<string, string>): AppError {
  const said = Object.entries(fields).map(([name, id]) => [name, isMessageId(id) ? englishWords(id) : id]);
  return new AppError('malformed', `wrong ${Object.keys(fields).join(', ')}`, { fields: Object.fromEntries(said) });
}
