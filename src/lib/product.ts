/** The product's name, wherever it is shown. */
export const PRODUCT_NAME = 'CarQuay';

/** Who receipts come from: the operator's company and address, line by line. */
export const RECEIPTS_FROM: readonly string[] = [PRODUCT_NAME];
