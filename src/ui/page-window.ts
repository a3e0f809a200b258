const WINDOW = 5;

/** The page numbers to offer, in order: five around the current one, the first and the last, 'gap' where some are left out. */
export function pageWindow(page: number, pages: number): (number | 'gap')[] {
  const start = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1));
  const end = Math.min(pages, start + WINDOW - 1);
  const shown: (number | 'gap')[] = [];
  if (start > 1) shown.push(1);
  if (start > 2) shown.push('gap');
  for (let number = start; number <= end; number += 1) shown.push(number);
  if (end < pages - 1) shown.push('gap');
  if (end < pages) shown.push(pages);
  return shown;
}
