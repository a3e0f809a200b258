/** Loader and actions of the import rules page. */

import { isApiFailure } from '#lib/api-client/api-client.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { ruleOfficeCalls as calls } from '../../office-calls.ts';
import { RULE_LISTS, type RuleList } from '../model/rule-office.ts';
import type {
  DraftResponse,
  EffectResponse,
  MistakeResponse,
  RecheckResponse,
  RuleRowDetail,
  RuleRowsResponse,
} from '../model/rule-office-contract.ts';

const ROW_FILTERS = ['list', 'country', 'search', 'stale'] as const;
export const TABS = ['rows', 'drafts', 'rechecks', 'csv', 'mistakes'] as const;
type Tab = (typeof TABS)[number];

export const tabOf = (search: URLSearchParams): Tab => TABS.find((tab) => tab === search.get('tab')) ?? 'rows';
export const listOf = (search: URLSearchParams): RuleList =>
  RULE_LISTS.find((list) => list === search.get('list')) ?? 'rules';

type RulesPage = {
  rows: RuleRowsResponse | null;
  /** The row that is open, or the columns for a new one. */
  detail: RuleRowDetail | null;
  drafts: DraftResponse[];
  effects: EffectResponse[] | null;
  mistakes: MistakeResponse[];
  rechecks: RecheckResponse[];
  failed: string | null;
};

export async function loadRules({ api, url }: LoadInput): Promise<RulesPage> {
  const search = url.searchParams;
  const tab = tabOf(search);
  const page: RulesPage = {
    rows: null,
    detail: null,
    drafts: [],
    effects: null,
    mistakes: [],
    rechecks: [],
    failed: null,
  };
  try {
    if (tab === 'mistakes') return { ...page, mistakes: (await api.call(calls.mistakes)).items };
    if (tab === 'rechecks') return { ...page, rechecks: (await api.call(calls.rechecks)).items };
    if (tab === 'csv') return page;
    if (tab === 'drafts') {
      const drafts = (await api.call(calls.drafts)).items;
      const open = drafts.find(({ id }) => String(id) === search.get('edit'));
      const detail = open ? await api.call(calls.row, { query: { list: open.list } }) : null;
      const ids = drafts.map(({ id }) => id).join(',');
      const isPreview = search.has('preview') && drafts.length > 0;
      const effects = isPreview ? (await api.call(calls.preview, { query: { drafts: ids } })).effects : null;
      return { ...page, drafts, detail, effects };
    }
    const [rows, detail] = await Promise.all([
      api.call(calls.rows, { query: queryFrom(search, [...ROW_FILTERS, 'page']) }),
      openRow({ api, url }),
    ]);
    return { ...page, rows, detail };
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 400) throw error;
    return { ...page, failed: error.message };
  }
}

/** `edit=new` is a new row. */
async function openRow({ api, url }: Pick<LoadInput, 'api' | 'url'>): Promise<RuleRowDetail | null> {
  const id = url.searchParams.get('edit');
  if (id === null) return null;
  const list = listOf(url.searchParams);
  return api.call(calls.row, { query: id === 'new' ? { list } : { list, id } });
}

const SHOW_DRAFTS = { to: `${paths.importRules}?tab=drafts` };

/** Form fields that are not cells of the row. */
const OWN_FIELDS = ['form', 'row_list', 'corrects', 'version', 'draft'];
const cellsOf = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !OWN_FIELDS.includes(name)));

const add: FormAction = async ({ api, values }) => {
  const { row_list: list = '', corrects = '' } = values;
  const body = { list: list as RuleList, cells: cellsOf(values), ...(corrects !== '' && { corrects }) };
  return outcomeOf(await api.call(calls.addDraft, { body }), SHOW_DRAFTS);
};

const edit: FormAction = async ({ api, values }) => {
  const { draft: id = '', version = '' } = values;
  return outcomeOf(await api.call(calls.editDraft, { params: { id }, body: { cells: cellsOf(values), version } }));
};

const drop: FormAction = async ({ api, values: { draft: id = '' } }) =>
  outcomeOf(await api.call(calls.dropDraft, { params: { id } }));

const propose: FormAction = async ({ api, t, values }) => {
  const drafts = Object.keys(values).flatMap((name) => /^draft-(\d+)$/.exec(name)?.[1] ?? []);
  if (drafts.length === 0) return { done: false, message: t('admin.rules.noneChosen') };
  return outcomeOf(await api.call(calls.propose, { body: { drafts, reason: values.reason ?? '' } }));
};

const SHOWN_PROBLEMS = 8;

const importFile: FormAction = async ({ api, t, values: { row_list: list = '', csv = '' } }) => {
  const { saved, unchanged, problems } = await api.call(calls.importCsv, { body: { list: list as RuleList, csv } });
  if (problems.length === 0)
    return { done: true, message: t('admin.rules.imported', { saved, unchanged }), ...SHOW_DRAFTS };
  const shown = problems.slice(0, SHOWN_PROBLEMS).map((problem) => t('admin.rules.lineProblem', problem));
  const more = problems.length - shown.length;
  const texts = more > 0 ? [...shown, t('admin.rules.moreProblems', { count: more })] : shown;
  return { done: false, fields: { csv: texts.join('\n') } };
};

const close: FormAction = async ({ api, values: { id = '', done = '' } }) =>
  outcomeOf(await api.call(calls.closeMistake, { params: { id }, body: { done: done === 'yes' ? 'yes' : 'no' } }));

/** A form names rows as `rules KE-age-1`, separated by commas. */
const confirm: FormAction = async ({ api, values: { rows = '' } }) => {
  const named = rows.split(',').map((row) => row.split(' '));
  const body = { rows: named.map(([list = '', id = '']) => ({ list: list as 'rules' | 'charges', id })) };
  return outcomeOf(await api.call(calls.confirm, { body }));
};

const answer: FormAction = async ({ api, values: { id = '', text = '' } }) =>
  outcomeOf(await api.call(calls.answerMistake, { params: { id }, body: { text } }));

export const ruleActions = actionByForm({ add, edit, drop, propose, import: importFile, close, confirm, answer });
