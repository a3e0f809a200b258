const IMO = /^\d{7}$/;
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;
const IMO_WEIGHTS = [7, 6, 5, 4, 3, 2];

/** Returns whether a text is the IMO number of a vessel with the right check digit. */
export function isImoNumber(text: string): boolean {
  if (!IMO.test(text)) return false;
  const sum = IMO_WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return sum % 10 === Number(text[6]);
}

/** Returns whether a text is a container number by ISO 6346 with the right check digit. */
export function isContainerNumber(text: string): boolean {
  if (!CONTAINER.test(text)) return false;
  const sum = [...text.slice(0, 10)].reduce((total, sign, at) => total + valueOfSign(sign) * 2 ** at, 0);
  return (sum % 11) % 10 === Number(text[10]);
}

/** Digits are their own value. Letters count from 10 without the multiples of 11. */
function valueOfSign(sign: string): number {
  if (/\d/.test(sign)) return Number(sign);
  const value = 10 + sign.charCodeAt(0) - 'A'.charCodeAt(0);
  return value + Math.floor((value - 1) / 10);
}

/** Removes what people write between the parts of a number: `IMO 9074729`, `CSQU 305438-3`. */
export function plainNumber(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/^IMO/, '')
    .replace(/[\s.-]/g, '');
}
