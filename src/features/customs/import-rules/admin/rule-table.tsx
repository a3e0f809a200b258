import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MAX_LENGTH, RULE_LISTS } from '#features/customs/import-rules/model/rule-office.ts';
import type { RuleRowResponse, RuleRowsResponse } from '#features/customs/import-rules/model/rule-office-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { decoded, findEncoding } from '#lib/tables/encodings.ts';
import { sourceKind } from '#lib/tables/source-kind.ts';
import { DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPager, searchToOpen, searchWith } from '#ui/admin/list-page.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { listOf } from './rule-actions.ts';

export function RuleTable({ rows }: { rows: RuleRowsResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const countries = rows.countries.map((code) => ({ value: code, label: `${code} ${t.region(code)}` }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListLinks />
      <p className="text-ink-soft">
        {t('admin.rules.published', { version: rows.version })}{' '}
        {rows.staleRows > 0 && (
          <strong className="text-waiting">{t('admin.rules.staleRows', { count: rows.staleRows })}</strong>
        )}
      </p>
      {rows.rateFetch && <RateFetch last={rows.rateFetch} />}
      <FilterPanel
        fields={[
          { name: 'search', kind: 'search', label: t('admin.rules.search') },
          ...(countries.length > 0
            ? [{ name: 'country', label: t('admin.rules.column.country'), options: countries }]
            : []),
          {
            name: 'stale',
            label: t('admin.rules.checkedState'),
            options: (['stale', 'fresh'] as const).map((value) => ({ value, label: t(`admin.rules.state.${value}`) })),
          },
        ]}
      />
      <DataTable
        caption={t('admin.rules.title')}
        rows={rows.items}
        keyOf={({ id }) => id}
        empty={t('admin.rules.none')}
        columns={[
          { id: 'id', head: t('admin.rules.column.id'), cell: ({ id }) => <span className="figures">{id}</span> },
          {
            id: 'title',
            head: t('admin.rules.content'),
            cell: ({ title }) => <span className="line-clamp-2 max-w-xl md:min-w-56">{title}</span>,
          },
          { id: 'valid', head: t('admin.rules.valid'), cell: (row) => <Validity row={row} /> },
          { id: 'checked', head: t('admin.rules.column.checked'), cell: (row) => <Checked row={row} /> },
        ]}
        actions={({ id }) => (
          <RowLink
            icon="edit"
            label={t('admin.table.edit', { row: id })}
            to={{ search: searchToOpen(search, 'edit', id) }}
          />
        )}
      />
      <AdminPager pagination={rows.pagination} />
    </div>
  );
}

/** How the last fetch of exchange rates went. */
function RateFetch({ last: { source, at, ratesOf, published, held, problem } }: RateFetchProps) {
  const t = useTranslator();
  return (
    <div className="grid max-w-prose gap-1 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{t('admin.rules.fetch', { source })}</span>
        <UtcTime time={at} />
      </p>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere text-danger">
          {t('admin.rules.fetch.failed', { problem })}
        </p>
      )}
      {problem === null && ratesOf === null && <p>{t('admin.rules.fetch.running')}</p>}
      {ratesOf !== null && <p>{t('admin.rules.fetch.done', { date: t.date(ratesOf), count: published })}</p>}
      {held > 0 && (
        <p>
          {t('admin.rules.fetch.held', { count: held })}{' '}
          <Link to={{ search: '?tab=drafts' }} className={TEXT_LINK}>
            {t('admin.rules.tab.drafts')}
          </Link>
        </p>
      )}
    </div>
  );
}

type RateFetchProps = { last: NonNullable<RuleRowsResponse['rateFetch']> };

function ListLinks() {
  const t = useTranslator();
  const [search] = useSearchParams();
  const current = listOf(search);
  return (
    <nav aria-label={t('admin.rules.lists')} className="flex flex-wrap gap-2">
      {RULE_LISTS.map((list) => (
        <Link
          key={list}
          to={{ search: searchWith(search, { list, country: undefined, edit: undefined }) }}
          aria-current={list === current ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center rounded-full border px-4 ${list === current ? 'border-ink bg-ink font-semibold text-ground' : 'border-line-strong hover:bg-sunken'}`}
        >
          {t(`admin.rules.list.${list}`)}
        </Link>
      ))}
    </nav>
  );
}

function Validity({ row: { list, validFrom, validTo, staleOn } }: { row: RuleRowResponse }) {
  const t = useTranslator();
  if (list === 'rates' && staleOn) return t('admin.rules.to', { day: t.date(staleOn) });
  if (!validFrom && !validTo) return t('admin.rules.always');
  return (
    <span className="figures whitespace-nowrap">
      {validFrom && t('admin.rules.from', { day: t.date(validFrom) })}{' '}
      {validTo && t('admin.rules.to', { day: t.date(validTo) })}
    </span>
  );
}

function Checked({ row: { checkedOn, isStale, draft } }: { row: RuleRowResponse }) {
  const t = useTranslator();
  return (
    <span className="grid justify-items-start gap-1">
      <span className="figures whitespace-nowrap">{checkedOn ? t.date(checkedOn) : '–'}</span>
      {isStale && <StatusTag status="pending">{t('admin.rules.state.stale')}</StatusTag>}
      {draft !== null && <StatusTag status="confirmed">{t('admin.rules.hasDraftTag')}</StatusTag>}
    </span>
  );
}

/** The text of a table in any encoding that one is recognized by. Null for a workbook and anything else. */
function textOf(bytes: Uint8Array): string | null {
  const encoding = sourceKind(bytes) === 'text' ? findEncoding(bytes) : null;
  return encoding && encoding.certainty !== 'open' ? decoded(bytes, encoding.name) : null;
}

/** Makes drafts of a CSV file. Its text may also be pasted. */
export function CsvForm() {
  const t = useTranslator();
  const box = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async ({ currentTarget: { files } }: React.ChangeEvent<HTMLInputElement>) => {
    const area = box.current?.querySelector('textarea');
    if (!area || !files?.[0]) return;
    const text = textOf(new Uint8Array(await files[0].arrayBuffer()));
    setProblem(text === null ? t('admin.rules.noText') : null);
    if (text !== null) area.value = text;
  };
  return (
    <ActionForm name="import" className="grid max-w-3xl grid-cols-1 gap-5">
      <p className="text-ink-soft">{t('admin.rules.csvText')}</p>
      <SelectField
        name="row_list"
        label={t('admin.rules.lists')}
        defaultValue="rates"
        options={RULE_LISTS.map((value) => ({ value, label: t(`admin.rules.list.${value}`) }))}
      />
      <label className="grid grid-cols-1 gap-1.5 font-semibold noscript:hidden">
        {t('admin.rules.file')}
        <input type="file" accept=".csv,text/csv" onChange={read} className="min-h-11 w-full min-w-0 font-normal" />
      </label>
      {problem !== null && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div ref={box} className="whitespace-pre-line">
        <TextAreaField
          name="csv"
          label={t('admin.rules.csv')}
          hint={t('admin.rules.csvHint')}
          maxLength={MAX_LENGTH.csv}
          rows={8}
          spellCheck={false}
        />
      </div>
      <SubmitButton busy={t('admin.rules.saving')}>{t('admin.rules.import')}</SubmitButton>
    </ActionForm>
  );
}
