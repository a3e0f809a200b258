import { z } from 'zod';

export const MAX_PAGE_LIMIT = 50;
const MAX_ROW = 1_000_000_000;

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** The query values of a list that is read by page number; a limit beyond the largest is the largest. */
export const pageQuery = {
  page: wholeNumber.refine((page) => page >= 1, 'pages are counted from 1').optional(),
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_LIMIT)).optional(),
};

export const totalIsLeast = z.boolean().optional().describe('There are at least `totalItems`; more were not counted.');

/** One page of a list. A page past the end has no items. */
export const pagedResponse = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ page: z.int(), totalPages: z.int(), totalItems: z.int(), totalIsLeast }),
  });

export type Paged<Item> = {
  items: Item[];
  pagination: { page: number; totalPages: number; totalItems: number; totalIsLeast?: boolean | undefined };
};

/** How many entries a list has; `isLeast`: counting stopped there, there are more. */
export type Counted = { total: number; isLeast?: boolean };
/** The entries that are read: so many, after so many others. */
export type Cut = { limit: number; offset: number };
/** The same, counted from the end of the list where that is `backwards`. */
export type NearCut = Cut & { backwards: boolean };

/** How many rows come before a page. */
export function rowsBefore(page: number, limit: number): number {
  return Math.min((page - 1) * limit, MAX_ROW);
}

export function pageOf<Item>(items: Item[], { total, isLeast }: Counted, page: number, limit: number): Paged<Item> {
  const pagination = { page, totalPages: Math.ceil(total / limit), totalItems: total };
  return { items, pagination: { ...pagination, ...(isLeast && { totalIsLeast: true }) } };
}

/** Where a part of a list is walked to: what is behind the middle from the end, so that the last page is as near as the first. */
export function nearestCut({ total, isLeast }: Counted, { limit, offset }: Cut): NearCut {
  if (isLeast || offset <= total / 2) return { limit, offset, backwards: false };
  const left = Math.max(0, Math.min(limit, total - offset));
  return { limit: left, offset: Math.max(0, total - offset - left), backwards: true };
}

/** A page of a list that is counted first and then read from its nearer end. */
export async function countedPage<Item>(
  { page, limit }: { page: number; limit: number },
  count: () => Promise<Counted>,
  read: (cut: NearCut) => Promise<Item[]>,
): Promise<Paged<Item>> {
  const counted = await count();
  return pageOf(await read(nearestCut(counted, { limit, offset: rowsBefore(page, limit) })), counted, page, limit);
}
