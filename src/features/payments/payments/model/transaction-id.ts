/** The id that a browser gives its payment: TR and its clock in milliseconds. */
export const TRANSACTION_ID = /^TR\d{1,20}$/;
