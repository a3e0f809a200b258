import type { Translator } from '#lib/i18n/translator.ts';

const TITLED = [
  ...(['invoice', 'credit_note', 'pro_forma', 'contract', 'handover'] as const),
  ...(['commercial_invoice', 'packing_list', 'bill_of_sale'] as const),
] as const;

/** The kind and number of a document of an order. */
export function documentTitle(kind: string, number: string, t: Translator): string {
  if (kind === 'receipt') return t('orders.documents.numbered', { number });
  const titled = TITLED.find((one) => one === kind);
  return titled ? t(`orders.documents.${titled}`, { number }) : number;
}
