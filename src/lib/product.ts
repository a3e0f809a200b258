/** The product's name in pages and emails. */
export const PRODUCT_NAME = 'CarQuay';

/** Sender on receipts: the operator's company name and address, by line. */
export const RECEIPTS_FROM: readonly string[] = [PRODUCT_NAME];
