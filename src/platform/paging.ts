import { z } from 'zod';

export const LARGEST_PAGE = 50;
const FURTHEST_ROW = 1_000_000_000;

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** The query values of a list that is read by page number; a limit beyond the largest is the largest. */
export const pageQuery = {
  page: wholeNumber.refine((page) => page >= 1, 'pages are counted from 1').optional(),
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), LARGEST_PAGE)).optional(),
};

/** One page of a list. A page past the end has no items. */
export const pagedAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ page: z.int(), totalPages: z.int(), totalItems: z.int() }),
  });

export type Paged<Item> = {
  items: Item[];
  pagination: { page: number; totalPages: number; totalItems: number };
};

/** How many rows come before a page. */
export function rowsBefore(page: number, limit: number): number {
  return Math.min((page - 1) * limit, FURTHEST_ROW);
}

export function pageOf<Item>(items: Item[], totalItems: number, page: number, limit: number): Paged<Item> {
  return { items, pagination: { page, totalPages: Math.ceil(totalItems / limit), totalItems } };
}
