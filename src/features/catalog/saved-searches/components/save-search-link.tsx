import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { saveSearchPath } from '../model/save-search-path.ts';

/** Leads to the page that saves a list and says how many cars it finds. @param search the query part of its address */
export function SaveSearchLink({ search }: { search: string }) {
  const t = useTranslator();
  return (
    <Link
      to={saveSearchPath(search)}
      className="inline-flex h-11 items-center gap-2 rounded-md border border-line-strong px-4 font-semibold hover:border-ink hover:underline"
    >
      <Icon name="bell" />
      {t('searches.save')}
    </Link>
  );
}
