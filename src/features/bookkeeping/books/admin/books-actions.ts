import type { Load } from '#lib/pages/page-handlers.ts';
import { booksCalls } from '../../office-calls.ts';
import type { BooksResponse } from '../model/books-contract.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Loads the books of the month in the address. */
export const loadBooks: Load<BooksResponse> = ({ api, url }) => {
  const month = url.searchParams.get('month') ?? '';
  return api.call(booksCalls.show, { query: MONTH.test(month) ? { month } : {} });
};
