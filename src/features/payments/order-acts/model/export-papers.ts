/** The papers without which a car does not leave China. */
export const EXPORT_PAPERS = ['export_licence', 'deregistration', 'customs_declaration', 'makers_letter'] as const;
export type ExportPaper = (typeof EXPORT_PAPERS)[number];

/** Returns the export papers that a car needs. */
export function neededPapers(needsLetter: boolean): ExportPaper[] {
  return EXPORT_PAPERS.filter((paper) => paper !== 'makers_letter' || needsLetter);
}

const DAY_MS = 86_400_000;
const LETTER_DAYS = 180;

/**
 * Whether the maker's letter is needed: for cars registered at most 180 days before the order. Only the month is known, so its last
 * day counts.
 */
export function needsMakersLetter(registeredMonth: string | null, orderedAt: Date): boolean {
  const [year, month] = (registeredMonth ?? '').split('-').map(Number);
  if (!year || !month) return false;
  return orderedAt.getTime() - Date.UTC(year, month, 0) <= LETTER_DAYS * DAY_MS;
}
