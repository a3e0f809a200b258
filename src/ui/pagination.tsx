import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

type PaginationProps = {
  page: number;
  pages: number;
  /** Returns the link target of a page. */
  linkTo: (page: number) => { search: string; hash: string };
};

const CELL = 'figures inline-flex h-11 items-center justify-center rounded-md border';
const LINK_LOOK = 'border-line bg-surface hover:border-line-strong hover:underline underline-offset-4';
const LINK = `${CELL} ${LINK_LOOK}`;
/** Shares the width of a phone with eight others. */
const NUMBER = `${CELL} w-full min-w-8 px-0.5 sm:min-w-10 sm:px-1.5`;

/** Links to the pages of a list. Hidden if there is only one page. */
export function Pagination({ page, pages, linkTo }: PaginationProps) {
  const t = useTranslator();
  if (pages <= 1) return null;
  const step = (label: string, target: number) =>
    target >= 1 && target <= pages ? (
      <Link to={linkTo(target)} className={`${LINK} px-4 font-semibold`}>
        {label}
      </Link>
    ) : (
      <span aria-disabled="true" className={`${CELL} border-line px-4 text-ink-soft`}>
        {label}
      </span>
    );
  return (
    <nav aria-label={t('ui.pages')} data-keep-clear="" className="grid grid-cols-2 gap-3 sm:flex sm:justify-center">
      {step(t('ui.pages.previous'), page - 1)}
      <ol
        className={`-order-1 col-span-2 flex justify-center gap-0.5 sm:order-none sm:gap-1 ${pages > 999 ? 'max-sm:text-sm' : ''}`}
      >
        {pageWindow(page, pages).map((shown, place) => (
          <li key={shown === 'gap' ? `gap-${place}` : shown} className={shown === 'gap' ? '' : 'max-w-14 flex-auto'}>
            {shown === 'gap' ? (
              <span
                className="inline-flex h-11 w-3 items-end sm:w-4 justify-center pb-2 text-ink-soft"
                aria-hidden="true"
              >
                …
              </span>
            ) : (
              <Link
                to={linkTo(shown)}
                aria-label={t('ui.pages.number', { page: shown })}
                aria-current={shown === page ? 'page' : undefined}
                className={
                  shown === page ? `${NUMBER} border-ink bg-ink font-semibold text-ground` : `${NUMBER} ${LINK_LOOK}`
                }
              >
                {t.number(shown)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {step(t('ui.pages.next'), page + 1)}
    </nav>
  );
}

const WINDOW = 5;

/**
 * The page numbers to offer, in order: five around the current one, the first and the last, 'gap' where some are left
 * out.
 */
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
