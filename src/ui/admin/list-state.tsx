import { useRevalidator, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, LinkButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Pagination } from '../pagination.tsx';
import { AdminIcon } from './admin-icon.tsx';
import { queryFrom, searchWith } from './admin-search.ts';

/** Shown when loading a list failed, with a retry button. */
export function ListFailed({ text }: { text?: string }) {
  const t = useTranslator();
  const { revalidate, state } = useRevalidator();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger bg-danger-ground p-4"
    >
      <Icon name="warning" className="size-5 text-danger" />
      <p className="me-auto text-danger">{text ?? t('admin.table.failed')}</p>
      <Button onClick={() => revalidate()} aria-disabled={state !== 'idle' || undefined}>
        {t('admin.table.retry')}
      </Button>
    </div>
  );
}

/** Number of entries and page links of a list. */
export function AdminPager({
  pagination: { page, totalPages, totalItems, totalIsLeast },
}: {
  pagination: { page: number; totalPages: number; totalItems: number; totalIsLeast?: boolean | undefined };
}) {
  const t = useTranslator();
  const [search] = useSearchParams();
  return (
    <div className="grid gap-3">
      <p className="figures text-ink-soft text-sm">
        {t('admin.table.count', { count: totalItems })}
        {totalIsLeast && <span className="block">{t('admin.table.least')}</span>}
      </p>
      <Pagination
        page={page}
        pages={totalPages}
        linkTo={(target) => ({
          search: searchWith(search, { page: target > 1 ? target : undefined }, { keepPlace: true }),
          hash: '',
        })}
      />
    </div>
  );
}

/** Links of a list with keyset pagination, whose cost does not grow with the position. */
export function KeysetPager({ next }: { next: string | number | null }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  return (
    <nav aria-label={t('ui.pages')} className="flex justify-between gap-3">
      {search.has('after') ? (
        <LinkButton to={{ search: searchWith(search, {}) }}>{t('admin.table.first')}</LinkButton>
      ) : (
        <span />
      )}
      {next !== null && (
        <LinkButton to={{ search: searchWith(search, { after: next }) }}>{t('admin.table.older')}</LinkButton>
      )}
    </nav>
  );
}

/** Link to download the filtered list as CSV. */
export function CsvLink({ path, names }: { path: string; names: readonly string[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  return (
    <a
      href={`${path}?${new URLSearchParams(queryFrom(search, names) as Record<string, string>)}`}
      download
      className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line-strong bg-surface px-5 py-2 font-semibold hover:bg-sunken"
    >
      <AdminIcon name="download" />
      {t('admin.table.csv')}
    </a>
  );
}
