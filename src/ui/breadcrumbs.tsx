import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { Icon } from './icon.tsx';

/** The path to this page. A crumb without a link is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const t = useTranslator();
  return (
    <nav aria-label={t('shell.breadcrumbs')}>
      <ol className="-ms-1 flex flex-wrap items-center gap-x-1 text-sm">
        {crumbs.map(({ name, to }, index) => (
          <li key={to ?? name} className="flex min-w-0 items-center gap-1">
            {index > 0 && <Icon name="right" className="size-3.5 text-ink-soft rtl:rotate-180" />}
            {to ? (
              <Link
                to={to}
                className="inline-flex min-h-11 items-center px-1 text-link underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            ) : (
              <span aria-current="page" className="px-1">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
