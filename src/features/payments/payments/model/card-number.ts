const GROUP = 4;
/** The longest card numbers have 19 digits. */
const MAX_DIGITS = 19;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Groups the digits of a card number in fours and keeps the caret behind the same digit. */
export function groupCardNumber(typed: string, caret: number): { text: string; caret: number } {
  const digits = digitsOf(typed).slice(0, MAX_DIGITS);
  const before = Math.min(digitsOf(typed.slice(0, caret)).length, digits.length);
  const text = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
  const spaces = Math.max(0, Math.ceil(before / GROUP) - 1);
  return { text, caret: before + spaces };
}
