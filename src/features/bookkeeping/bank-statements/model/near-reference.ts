import { referencesNear } from '#features/orders/orders/model/order-reference.ts';
import { foldReference, type NearName } from './suggest-order.ts';

type Known = { orderId: number; reference: string };
/** A part of a text as long as a reference without its prefix. `isWord`: it is a whole word. */
type Part = { text: string; isMarked: boolean };

const BODY_LENGTH = 6;
const PREFIX = 'CQ';
/** The prefix as people mistype it: a letter is missing, doubled, wrong or exchanged. */
const MARKS = /CCQ|CQQ|QC|CQ|C0|CG|C9|GQ|XQ|VQ|Q|C/g;

/** Finds which of many references texts name imperfectly, by the texts that one deletion of a character leaves. */
export class NearReferences {
  readonly #byRest = new Map<string, Known[]>();
  readonly #byNumber = new Map<number, Known>();

  constructor(orders: readonly Known[]) {
    for (const order of orders) {
      this.#byNumber.set(order.orderId, order);
      for (const rest of restsOf(bodyOf(order.reference))) {
        const known = this.#byRest.get(rest);
        if (known) known.push(order);
        else this.#byRest.set(rest, [order]);
      }
    }
  }

  /** Returns the orders that texts name imperfectly, by id. */
  find(texts: readonly (string | null)[]): Map<number, NearName> {
    const found = new Map<number, NearName>();
    const add = (orderId: number, name: NearName) => {
      const known = found.get(orderId);
      if (!known || rank(name) > rank(known)) found.set(orderId, name);
    };
    for (const text of texts) {
      for (const part of partsOf(text ?? '')) {
        for (const { orderId, reference } of restsOf(part.text).flatMap((rest) => this.#byRest.get(rest) ?? [])) {
          const body = bodyOf(reference);
          if (part.text === body) add(orderId, { kind: 'bareReference', isMarked: part.isMarked || /\d/.test(body) });
          else if (isOneSlip(part.text, body)) add(orderId, { kind: 'nearReference', isMarked: part.isMarked });
        }
      }
      for (const number of numbersNamed(text ?? '')) {
        const order = this.#byNumber.get(number);
        if (order) add(order.orderId, { kind: 'bareReference', isMarked: true });
      }
    }
    return found;
  }
}

/** Returns the references and numbers of orders that texts may name imperfectly. */
export function nearKeysOf(texts: readonly (string | null)[]): { references: string[]; numbers: number[] } {
  const parts = new Set(texts.flatMap((text) => partsOf(text ?? '').map((part) => part.text)));
  const references = [...parts].flatMap(referencesNear);
  return {
    references: [...new Set(references)],
    numbers: [...new Set(texts.flatMap((text) => numbersNamed(text ?? '')))],
  };
}

const rank = ({ kind, isMarked }: NearName) => (kind === 'bareReference' ? 2 : 0) + (isMarked ? 1 : 0);

const bodyOf = (reference: string) => foldReference(reference).slice(PREFIX.length);

/** A text and what is left of it without any one of its characters. */
function restsOf(text: string): string[] {
  return [...new Set([text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))])];
}

/** The parts of a text that may be a reference: after a prefix, or in one or two words of such a length. */
function partsOf(text: string): Part[] {
  const words = text
    .normalize('NFKD')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldReference)
    .filter((word) => word !== '');
  const joined = words.join('');
  const parts = new Map<string, boolean>();
  const put = (part: string, isMarked: boolean) => {
    if (isMarked || !parts.has(part)) parts.set(part, isMarked);
  };
  for (const { index, 0: mark } of joined.matchAll(/CQ/g)) {
    for (const length of [BODY_LENGTH - 1, BODY_LENGTH, BODY_LENGTH + 1]) {
      const part = joined.slice(index + mark.length, index + mark.length + length);
      if (part.length === length) put(part, true);
    }
  }
  words.forEach((word, at) => {
    for (const each of [word, word + (words[at + 1] ?? '')]) {
      for (const part of [
        each,
        ...Array.from(each.matchAll(MARKS), ({ index, 0: mark }) => each.slice(index + mark.length)),
      ]) {
        if (Math.abs(part.length - BODY_LENGTH) <= 1) put(part, false);
      }
    }
  });
  return Array.from(parts, ([part, isMarked]) => ({ text: part, isMarked }));
}

/** Whether one wrong, missing, added or exchanged character makes one text the other. */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from++;
  let [end, meantEnd] = [typed.length, meant.length];
  while (end > from && meantEnd > from && typed[end - 1] === meant[meantEnd - 1])
    [end, meantEnd] = [end - 1, meantEnd - 1];
  const [left, wanted] = [typed.slice(from, end), meant.slice(from, meantEnd)];
  const isExchanged = left.length === 2 && wanted.length === 2 && left[0] === wanted[1] && left[1] === wanted[0];
  return Math.max(left.length, wanted.length) === 1 || isExchanged;
}

/** Order numbers that are written without the prefix: six digits with zeros before, or a number after a word for it. */
function numbersNamed(text: string): number[] {
  const folded = text.normalize('NFKC');
  const padded = folded.matchAll(/(?<![\p{L}\p{N}])(0\d{5})(?![\p{L}\p{N}])/gu);
  const worded = folded.matchAll(
    /(?:order|ord|invoice|inv|pedido|commande|bestellung|заказ|订单|訂單|注文|طلب|no|nr|№|#)[\s.:#№°-]*(?:no|nr|number|号)?[\s.:#-]*(\d{1,9})(?!\p{N})/giu,
  );
  return [...padded, ...worded].map((match) => Number(match[1])).filter((number) => number > 0);
}
