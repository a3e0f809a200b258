import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { AdminIcon } from './admin-icon.tsx';
import { queryFrom } from './admin-search.ts';

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
