import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { groupCardNumber } from '../model/card-number.ts';

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

/** Moves the caret over a space, so that Backspace and Delete remove the digit behind it. */
function stepOverSpace({ key, currentTarget: input }: React.KeyboardEvent<HTMLInputElement>): void {
  const { value, selectionStart: start, selectionEnd: end } = input;
  if (start === null || start !== end) return;
  if (key === 'Backspace' && value[start - 1] === ' ') input.setSelectionRange(start - 1, start - 1);
  if (key === 'Delete' && value[start] === ' ') input.setSelectionRange(start + 1, start + 1);
}
