/** The product's name, wherever it is shown. */
export const PRODUCT_NAME = 'CarQuay';
