import { z } from 'zod';

/** An id as the client of the specification sends it: a number or its digits. */
export const idValue = z
  .union([z.number(), z.string().regex(/^[1-9]\d{0,15}$/, 'must be an id')])
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id) && id > 0, 'must be an id');

/** The response schema of a call that sends a file. An endpoint that declares it cannot send JSON. */
export const fileResponse = z.unknown();

export const MAX_PAGE_LIMIT = 50;
const MAX_ROW = 1_000_000_000;

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** Query values of a paged list. A limit out of range is clamped. */
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

/** Number of entries of a list. `isLowerBound`: counting stopped there, and there are more. */
export type RowCount = { total: number; isLowerBound?: boolean };
/** A range of a list. */
type RowRange = { limit: number; offset: number };
/** A range of a list; `backwards`: its offset counts from the end of the list. */
export type DirectedRange = RowRange & { backwards: boolean };

/** Returns the offset of a page. */
export function rowsBefore(page: number, limit: number): number {
  return Math.min((page - 1) * limit, MAX_ROW);
}

export function pageOf<Item>(
  items: Item[],
  { total, isLowerBound }: RowCount,
  page: number,
  limit: number,
): Paged<Item> {
  const pagination = { page, totalPages: Math.ceil(total / limit), totalItems: total };
  return { items, pagination: { ...pagination, ...(isLowerBound && { totalIsLeast: true }) } };
}

/** Counts a range in the second half of a list from the end, which makes the last page as fast as the first. */
export function rangeFromNearerEnd({ total, isLowerBound }: RowCount, { limit, offset }: RowRange): DirectedRange {
  if (isLowerBound || offset <= total / 2) return { limit, offset, backwards: false };
  const left = Math.max(0, Math.min(limit, total - offset));
  return { limit: left, offset: Math.max(0, total - offset - left), backwards: true };
}

/** Counts a list, then reads a page from its nearer end. */
export async function countedPage<Item>(
  { page, limit }: { page: number; limit: number },
  count: () => Promise<RowCount>,
  read: (range: DirectedRange) => Promise<Item[]>,
): Promise<Paged<Item>> {
  const counted = await count();
  return pageOf(
    await read(rangeFromNearerEnd(counted, { limit, offset: rowsBefore(page, limit) })),
    counted,
    page,
    limit,
  );
}
