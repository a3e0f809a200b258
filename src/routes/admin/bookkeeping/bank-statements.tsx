import { Link, useLoaderData, useSearchParams } from 'react-router';
import { ImportStatement } from '#features/bookkeeping/bank-statements/admin/import-statement.tsx';
import { LinePanel } from '#features/bookkeeping/bank-statements/admin/line-panel.tsx';
import { LineFigures, LineTable } from '#features/bookkeeping/bank-statements/admin/line-table.tsx';
import {
  loadStatements,
  statementActions,
  TABS,
  tabOf,
} from '#features/bookkeeping/bank-statements/admin/statement-actions.ts';
import { StatementPanel, StatementTable } from '#features/bookkeeping/bank-statements/admin/statement-table.tsx';
import type { LinesResponse } from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPage, AdminPager, adminMeta, ListFailed, searchWith } from '#ui/admin/list-page.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadStatements);
const act = requireAdmin(statementActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['reason', 'fee', 'value']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.statements.title');

export default function BankStatements() {
  const t = useTranslator();
  const { lines, choices, mappings, statements, failed } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const tab = tabOf(search);
  return (
    <AdminPage
      title="admin.statements.title"
      text="admin.statements.text"
      actions={
        tab !== 'import' && (
          <LinkButton to={{ search: '?tab=import' }} kind="action">
            {t('admin.statements.import')}
          </LinkButton>
        )
      }
    >
      <Tabs counts={{ open: lines?.figures.open, set_aside: lines?.figures.set_aside }} />
      {failed !== null && <ListFailed text={failed} />}
      {tab === 'import' && mappings && <ImportStatement mappings={mappings} />}
      {tab === 'statements' && statements && (
        <>
          {search.get('state') === 'to_confirm' && (
            <LinkButton to={{ search: '?tab=statements' }} className="justify-self-start">
              {t('admin.statements.all')}
            </LinkButton>
          )}
          <StatementTable statements={statements.items} />
          <StatementPanel statements={statements.items} />
          {statements.next !== null && (
            <LinkButton to={{ search: searchWith(search, { before: statements.next }) }} className="justify-self-start">
              {t('admin.statements.older')}
            </LinkButton>
          )}
        </>
      )}
      {(tab === 'open' || tab === 'matched' || tab === 'set_aside') && lines && (
        <>
          {tab !== 'matched' && <LineFigures figures={lines.figures} state={tab} />}
          <FilterPanel
            fields={[
              {
                name: 'search',
                kind: 'search',
                label: t('admin.statements.search'),
                placeholder: t('admin.statements.searchFor'),
              },
              ...currencyFilter(lines, t),
            ]}
          />
          <LineTable lines={lines.items} state={tab} />
          <AdminPager pagination={lines.pagination} />
        </>
      )}
      <LinePanel choices={choices} />
    </AdminPage>
  );
}

/** Only offices with accounts in other currencies see it. */
function currencyFilter(lines: LinesResponse, t: Translator) {
  const others = lines.figures.foreign.map(({ currency }) => currency);
  if (others.length === 0) return [];
  const options = [BOOKS_CURRENCY, ...others].map((code) => ({ value: code, label: code }));
  const any = { value: '', label: t('admin.statements.anyCurrency') };
  return [{ name: 'currency', label: t('admin.statements.fact.currency'), options: [any, ...options] }];
}

function Tabs({ counts }: { counts: Partial<Record<string, number | undefined>> }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const current = tabOf(search);
  return (
    <nav aria-label={t('admin.statements.tabs')} className="flex flex-wrap gap-x-1 border-line border-b">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={{ search: tab === 'open' ? '' : `?tab=${tab}` }}
          aria-current={tab === current ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center gap-2 border-b-2 px-3 ${tab === current ? 'border-action font-semibold' : 'border-transparent hover:text-link'}`}
        >
          {t(`admin.statements.tab.${tab}`)}
          {counts[tab] !== undefined && (
            <span className="figures rounded-full bg-sunken px-2 text-ink-soft text-sm">{t.number(counts[tab])}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
