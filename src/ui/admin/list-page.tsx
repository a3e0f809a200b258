import { type MetaFunction, useRevalidator, useSearchParams } from 'react-router';
import type { Unchecked } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { AdminIcon } from './admin-icon.tsx';

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

/** The `meta` of a back-office screen. */
export function adminMeta(title: MessageKey): MetaFunction {
  return privateMeta(title, 'admin.about');
}

type AdminPageProps = {
  title: MessageKey;
  /** What the screen is for. */
  text?: MessageKey;
  /** Buttons and links next to the title. */
  actions?: React.ReactNode;
  /** Wide on screens made of sections. */
  spacing?: 'wide';
  children: React.ReactNode;
};

export function AdminPage({ title, text, actions, spacing, children }: AdminPageProps) {
  const t = useTranslator();
  return (
    <div className={`grid grid-cols-1 ${spacing === 'wide' ? 'gap-6' : 'gap-4'}`}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">{t(title)}</h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {text && <p className="max-w-prose text-ink-soft">{t(text)}</p>}
      {children}
    </div>
  );
}

/** Query parameters of the position in a list. A changed filter or sort order removes them. */
const POSITION_NAMES = ['page', 'after'];

/** Returns the query string with some values changed; undefined or '' removes a value. */
export function searchWith(
  search: URLSearchParams,
  changes: Record<string, string | number | undefined>,
  { keepPlace = false }: { keepPlace?: boolean } = {},
): string {
  const next = new URLSearchParams(search);
  if (!keepPlace) for (const name of POSITION_NAMES) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the query parameters that a filter form must keep in hidden fields: all but its own and the position. */
export function otherParameters(search: URLSearchParams, fields: readonly string[]): [name: string, value: string][] {
  return [...search].filter(([name]) => !fields.includes(name) && !POSITION_NAMES.includes(name));
}

/** Returns the query string with a detail (`view`, `edit`) opened, or closed if the id is undefined. */
export function searchToOpen(search: URLSearchParams, name: string, id: string | number | undefined): string {
  return searchWith(search, { view: undefined, edit: undefined, [name]: id }, { keepPlace: true });
}

/** Returns the values of a call's query from the URL, without those that are not set. */
export function queryFrom<Name extends string>(search: URLSearchParams, names: readonly Name[]) {
  const found = names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(found) as { [N in Name]?: Unchecked };
}
