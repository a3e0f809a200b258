import type { LeftOutReason } from './stock-table.ts';

/** What became of a row. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'closed' | 'rejected' | 'blank' | 'leftOut';

export type ImportCounts = Record<Exclude<RowOutcome, 'leftOut'>, number> & {
  /** All rows of the file. */
  rows: number;
  leftOut: Partial<Record<LeftOutReason, number>>;
  warnings: number;
};

export const noCounts = (): ImportCounts => ({
  ...{ rows: 0, created: 0, updated: 0, unchanged: 0, closed: 0, rejected: 0, blank: 0, leftOut: {}, warnings: 0 },
});
