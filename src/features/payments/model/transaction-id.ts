/** How a browser calls its payment: TR and the milliseconds of its clock. */
export const TRANSACTION_ID = /^TR\d{1,20}$/;
