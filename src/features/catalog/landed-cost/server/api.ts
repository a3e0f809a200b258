/** The server functions and types of this feature that other features may import. */
export { makeQuote } from './quotes/make-quote.ts';
export { quoteResponse, shortQuoteResponse } from './quotes/quote-responses.ts';
export { costText, noticeText, placeText, rulesText, verdictText } from './quotes/quote-texts.ts';
