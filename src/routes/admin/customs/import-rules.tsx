import { Link, useLoaderData, useSearchParams } from 'react-router';
import { MistakeList } from '#features/customs/import-rules/admin/mistake-list.tsx';
import { RecheckList } from '#features/customs/import-rules/admin/recheck-list.tsx';
import { listOf, loadRules, ruleActions, TABS, tabOf } from '#features/customs/import-rules/admin/rule-actions.ts';
import { DraftList, DraftPanel, RulePanel } from '#features/customs/import-rules/admin/rule-panel.tsx';
import { CsvForm, RuleTable } from '#features/customs/import-rules/admin/rule-table.tsx';
import { ruleOfficeCalls } from '#features/customs/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, CsvLink, ListFailed, searchToOpen } from '#ui/admin/list-page.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadRules);
const act = requireAdmin(ruleActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['reason', 'csv']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.rules.title');

export default function ImportRules() {
  const t = useTranslator();
  const { rows, detail, drafts, effects, mistakes, rechecks, failed } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const tab = tabOf(search);
  return (
    <AdminPage
      title="admin.rules.title"
      text="admin.rules.text"
      actions={
        tab === 'rows' && (
          <>
            <CsvLink key={listOf(search)} path={href(ruleOfficeCalls.exportCsv)} names={['list', 'country']} />
            <LinkButton to={{ search: searchToOpen(search, 'edit', 'new') }} preventScrollReset>
              {t('admin.rules.add')}
            </LinkButton>
          </>
        )
      }
    >
      <nav aria-label={t('admin.rules.tabs')} className="flex flex-wrap gap-1 border-line border-b">
        {TABS.map((name) => (
          <Link
            key={name}
            to={{ search: name === 'rows' ? '' : `?tab=${name}` }}
            aria-current={name === tab ? 'page' : undefined}
            className={`inline-flex min-h-11 items-center border-b-2 px-3 ${name === tab ? 'border-action font-semibold' : 'border-transparent hover:text-link'}`}
          >
            {t(`admin.rules.tab.${name}`)}
          </Link>
        ))}
      </nav>
      {failed !== null && <ListFailed text={failed} />}
      {rows && (
        <>
          <RuleTable rows={rows} />
          <RulePanel detail={detail} />
        </>
      )}
      {tab === 'drafts' && (
        <>
          <DraftList drafts={drafts} effects={effects} />
          <DraftPanel draft={drafts.find(({ id }) => String(id) === search.get('edit'))} detail={detail} />
        </>
      )}
      {tab === 'rechecks' && <RecheckList rows={rechecks} />}
      {tab === 'csv' && <CsvForm />}
      {tab === 'mistakes' && <MistakeList mistakes={mistakes} />}
    </AdminPage>
  );
}
