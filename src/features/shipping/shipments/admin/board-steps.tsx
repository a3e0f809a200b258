import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { searchWith } from '#ui/admin/admin-search.ts';
import type { BoardResponse } from '../model/board-contract.ts';

/** Links to the orders of each step, with their number and how many of them are late. */
export function BoardSteps({ steps }: Pick<BoardResponse, 'steps'>) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const current = search.get('step');
  const all = {
    step: undefined,
    orders: steps.reduce((sum, { orders }) => sum + orders, 0),
    late: steps.reduce((sum, { late }) => sum + late, 0),
  };
  return (
    <nav aria-label={t('admin.board.steps')} className="flex flex-wrap gap-2">
      {[all, ...steps].map(({ step, orders, late }) => {
        const isCurrent = (step ?? null) === current;
        return (
          <Link
            key={step ?? ''}
            to={{ search: searchWith(search, { step, view: undefined }) }}
            aria-current={isCurrent ? 'page' : undefined}
            className={`grid min-h-11 min-w-28 content-center rounded-md border px-3 py-2 ${isCurrent ? 'border-ink bg-raised font-semibold' : 'border-line bg-surface hover:border-line-strong'}`}
          >
            <span className="text-sm">{step ? t(`shipments.step.${step}`) : t('admin.board.all')}</span>
            <span className="figures flex items-baseline gap-2">
              {t.number(orders)}
              {late > 0 && <span className="text-danger text-sm">{t('admin.board.late', { count: late })}</span>}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
