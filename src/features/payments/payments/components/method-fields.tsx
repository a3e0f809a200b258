import type { OnlineMethod } from '#features/payments/gateways/model/charge.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { groupCardNumber } from '../model/payment-form.ts';

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

/** A card number, grouped in fours while it is typed, pasted or filled in. Uncontrolled, so React state holds no card data. */
export function CardNumberField() {
  const t = useTranslator();
  return (
    <TextField
      name="cardNumber"
      inputMode="numeric"
      label={t('checkout.card.number')}
      autoComplete="cc-number"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onInput={group}
      onKeyDown={stepOverSpace}
    />
  );
}

function group({ currentTarget: input }: React.FormEvent<HTMLInputElement>): void {
  const { text, caret } = groupCardNumber(input.value, input.selectionStart ?? input.value.length);
  if (text === input.value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}

/** Moves the caret across a space, so that Backspace and Delete remove a digit. */
function stepOverSpace({ key, currentTarget: input }: React.KeyboardEvent<HTMLInputElement>): void {
  const { value, selectionStart: start, selectionEnd: end } = input;
  if (start === null || start !== end) return;
  if (key === 'Backspace' && value[start - 1] === ' ') input.setSelectionRange(start - 1, start - 1);
  if (key === 'Delete' && value[start] === ' ') input.setSelectionRange(start + 1, start + 1);
}
