import type { OnlineMethod } from '#features/payments/gateways/model/payment-method.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { CardNumberField } from './card-number-field.tsx';

const EXACT = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export function MethodFields({ method }: { method: OnlineMethod }) {
  const t = useTranslator();
  if (method === 'paypal') {
    return (
      <TextField
        {...EXACT}
        name="paypalEmail"
        type="email"
        inputMode="email"
        label={t('checkout.paypal.email')}
        autoComplete="email"
        maxLength={254}
      />
    );
  }
  if (method === 'upi') {
    return (
      <TextField
        {...EXACT}
        name="upiId"
        inputMode="email"
        label={t('checkout.upi.id')}
        hint={t('checkout.upi.hint')}
        autoComplete="off"
        maxLength={254}
      />
    );
  }
  return (
    <div className="grid gap-5">
      <CardNumberField />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...EXACT}
          name="expiryDate"
          inputMode="numeric"
          label={t('checkout.card.expiry')}
          hint={t('checkout.card.expiryHint')}
          autoComplete="cc-exp"
          maxLength={9}
          onInput={addSlash}
        />
        <TextField
          {...EXACT}
          name="cvv"
          inputMode="numeric"
          label={t('checkout.card.cvv')}
          hint={t('checkout.card.cvvHint')}
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      <TextField name="name" label={t('checkout.card.name')} autoComplete="cc-name" maxLength={120} />
    </div>
  );
}

/** Adds the slash after the month, because number pads of phones have none. */
function addSlash({ currentTarget: input, nativeEvent }: React.FormEvent<HTMLInputElement>): void {
  const { data } = nativeEvent as InputEvent;
  if (/^\d$/.test(data ?? '') && /^\d{2}$/.test(input.value)) input.value += '/';
}
