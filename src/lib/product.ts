/** The product's name in pages and emails. */
export const PRODUCT_NAME = 'CarQuay';
