import { useState } from 'react';
import { ownAccount } from '#features/site/operator/model/bank-account.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { DATE_ORDERS } from '#lib/tables/dates.ts';
import { ENCODINGS } from '#lib/tables/encodings.ts';
import { headerKey } from '#lib/tables/layout.ts';
import { DELIMITERS } from '#lib/tables/split-text.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import type { MappingsResponse, TablePreviewResponse } from '../model/import-contract.ts';
import {
  COLUMN_FACTS,
  type ColumnFact,
  DECIMAL_SIGNS,
  isComplete,
  type MappedColumns,
  MEANINGS,
  type Meaning,
  type StatementMapping,
  UNSIGNED,
} from '../model/statement-mapping.ts';

type How = { mapping: StatementMapping | null; mappingId: number | null };
type MappingFormProps = {
  preview: TablePreviewResponse;
  mappings: MappingsResponse;
  busy: boolean;
  onRead: (how: How) => void;
  /** Shows another sheet of a workbook. */
  onSheet: (sheet: string) => void;
};

/** Asks how a text table is read: by a saved mapping, or by its columns. */
export function MappingForm({ preview, mappings, busy, onRead, onSheet }: MappingFormProps) {
  const t = useTranslator();
  const { items } = mappings;
  const fitting = items.filter(({ id }) => preview.fits.includes(id));
  // Undefined until the user chooses, because mappings saved a moment ago arrive after the preview.
  const [choice, setChosen] = useState<number | null>();
  const chosen = choice === undefined ? (fitting[0]?.id ?? null) : choice;
  const [problem, setProblem] = useState<string | null>(null);
  const saved = items.find(({ id }) => id === chosen) ?? null;
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (preview.is_sheet_open) return setProblem(t('admin.statements.map.sheetMissing'));
    if (saved) return onRead({ mapping: null, mappingId: saved.id });
    const form = new FormData(event.currentTarget);
    const mapping = mappingOf(form, preview);
    const lacks = problemOf(mapping, preview, form);
    if (lacks) return setProblem(t(lacks));
    setProblem(null);
    onRead({ mapping, mappingId: null });
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <p className="max-w-prose">{t('admin.statements.map.text')}</p>
      {preview.sheets.length > 0 && (
        <SelectField
          name="sheet"
          label={t('admin.statements.map.chosenSheet')}
          hint={t('admin.statements.map.sheetHint')}
          value={preview.is_sheet_open ? '' : (preview.sheet ?? '')}
          onChange={({ currentTarget: { value } }) => value !== '' && onSheet(value)}
          options={[
            ...(preview.is_sheet_open ? [{ value: '', label: t('admin.statements.map.choose') }] : []),
            ...preview.sheets.map((sheet) => ({ value: sheet, label: sheet })),
          ]}
        />
      )}
      <Readings preview={preview} />
      <Preview preview={preview} />
      {fitting.length > 0 && (
        <SelectField
          name="saved"
          label={t('admin.statements.map.saved')}
          value={String(chosen ?? '')}
          onChange={({ currentTarget: { value } }) => setChosen(value === '' ? null : Number(value))}
          options={[
            ...fitting.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: '', label: t('admin.statements.map.new') },
          ]}
        />
      )}
      {!saved && <Columns preview={preview} mappings={mappings} />}
      {problem !== null && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <Button type="submit" kind="action" className="justify-self-start" aria-disabled={busy || undefined}>
        {t('admin.statements.map.read')}
      </Button>
    </form>
  );
}

/** The first rows of the file. Headers may be empty or repeated, so columns are keyed by position. */
function Preview({ preview }: { preview: TablePreviewResponse }) {
  const t = useTranslator();
  const columns = preview.header.map((name, place) => ({ name, place }));
  const rows = preview.rows.slice(0, 5).map((cells, place) => ({ cells, place }));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('admin.statements.map.preview')}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t('admin.statements.map.preview')}</caption>
        <thead className="bg-sunken">
          <tr>
            {columns.map(({ name, place }) => (
              <th key={place} scope="col" className="whitespace-nowrap px-3 py-2 text-start">
                {name || '–'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, place: row }) => (
            <tr key={row} className="border-line border-t">
              {columns.map(({ place }) => (
                <td key={place} className="whitespace-nowrap px-3 py-2">
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How the file was read, where a person should look. */
function Readings({ preview }: { preview: TablePreviewResponse }) {
  const t = useTranslator();
  const { certainty, encoding, sheet, other_sheets: others, hidden_rows: hidden, has_header: hasHeader } = preview;
  const notes = [
    certainty !== 'certain' && t('admin.statements.map.encodingNote', { encoding }),
    sheet !== null && !preview.is_sheet_open && t('admin.statements.map.sheet', { sheet }),
    others.length > 0 && t('admin.statements.map.otherSheets', { sheets: t.list(others) }),
    hidden > 0 && t('admin.statements.map.hiddenRows', { count: hidden }),
    !hasHeader && t('admin.statements.map.noHeader'),
    preview.date_order === null && t('admin.statements.map.dateOrderNote'),
    preview.decimal_sign === null && t('admin.statements.map.decimalSignNote'),
    preview.is_unsigned && t('admin.statements.map.unsignedNote'),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 ps-5">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const GRID = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';

function Columns({ preview, mappings }: { preview: TablePreviewResponse; mappings: MappingsResponse }) {
  const t = useTranslator();
  const inDollars = mappings.accounts.map((account) => ({ account, currency: BOOKS_CURRENCY }));
  const accounts = [...inDollars, ...mappings.foreign_accounts];
  const { header, columns, encoding, delimiter } = preview;
  const choose = { value: '', label: t('admin.statements.map.choose') };
  const headers = header.filter((name) => name.trim() !== '').map((name) => ({ value: name, label: name }));
  return (
    <>
      <div className={GRID}>
        <TextField
          name="name"
          label={t('admin.statements.map.name')}
          hint={t('admin.statements.map.nameHint')}
          maxLength={60}
          autoComplete="off"
        />
        <SelectField
          name="account"
          label={t('admin.statements.field.ourAccount')}
          hint={t('admin.statements.map.accountHint')}
          options={accounts.map((own) => ({ value: `${own.account} ${own.currency}`, label: ownAccount(own) }))}
        />
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg">{t('admin.statements.map.columns')}</legend>
        <div className={GRID}>
          {COLUMN_FACTS.map((fact) => (
            <SelectField
              key={fact}
              name={`column-${fact}`}
              label={t(`admin.statements.fact.${fact}`)}
              defaultValue={columns[fact] ?? ''}
              options={[{ value: '', label: t('admin.statements.map.noColumn') }, ...headers]}
            />
          ))}
        </div>
      </fieldset>
      {preview.questions.length > 0 && <Questions preview={preview} />}
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg">{t('admin.statements.map.format')}</legend>
        <div className={GRID}>
          <SelectField
            name="dateOrder"
            label={t('admin.statements.map.dateOrder')}
            defaultValue={preview.date_order ?? ''}
            options={[
              ...(preview.date_order === null ? [choose] : []),
              ...DATE_ORDERS.map((value) => ({ value, label: t(`admin.statements.map.dateOrder.${value}`) })),
            ]}
          />
          <SelectField
            name="decimalSign"
            label={t('admin.statements.map.decimalSign')}
            defaultValue={preview.decimal_sign ?? ''}
            options={[
              ...(preview.decimal_sign === null ? [choose] : []),
              ...DECIMAL_SIGNS.map((value) => ({ value, label: value === '.' ? '1,234.50' : '1.234,50' })),
            ]}
          />
          <SelectField
            name="unsigned"
            label={t('admin.statements.map.unsigned')}
            hint={t('admin.statements.map.unsignedHint')}
            defaultValue={preview.is_unsigned ? '' : 'minus'}
            options={[
              ...(preview.is_unsigned ? [choose] : []),
              ...UNSIGNED.map((value) => ({ value, label: t(`admin.statements.map.unsigned.${value}`) })),
            ]}
          />
          <SelectField
            name="delimiter"
            label={t('admin.statements.map.delimiter')}
            defaultValue={delimiter}
            options={DELIMITERS.map((value) => ({
              value,
              label: value === '\t' ? t('admin.statements.map.tab') : value,
            }))}
          />
          <SelectField
            name="encoding"
            label={t('admin.statements.map.encoding')}
            defaultValue={encoding}
            options={ENCODINGS.map((value) => ({ value, label: value }))}
          />
        </div>
      </fieldset>
    </>
  );
}

const ROLES = ['direction', 'status', 'currency', 'account'] as const satisfies ColumnFact[];

/** Columns that could change what a row means. Nothing is imported before a person has said what they mean. */
function Questions({ preview }: { preview: TablePreviewResponse }) {
  const t = useTranslator();
  const roles = [
    { value: '', label: t('admin.statements.map.choose') },
    { value: 'ignored', label: t('admin.statements.map.changesNothing') },
    ...ROLES.map((fact) => ({ value: fact, label: t(`admin.statements.fact.${fact}`) })),
    { value: 'above', label: t('admin.statements.map.chosenAbove') },
  ];
  const meanings = [
    { value: '', label: t('admin.statements.map.nothing') },
    ...MEANINGS.map((meaning) => ({ value: meaning, label: t(`admin.statements.meaning.${meaning}`) })),
  ];
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg">{t('admin.statements.map.questions')}</legend>
      <p className="max-w-prose">{t('admin.statements.map.questionsText')}</p>
      {preview.questions.map(({ header, values }) => (
        <div key={header} className={GRID}>
          <SelectField
            name={`role-${header}`}
            label={t('admin.statements.map.role', { column: header })}
            defaultValue={ROLES.find((fact) => preview.columns[fact] === header) ?? ''}
            options={roles}
          />
          {values.map((value) => (
            <SelectField
              key={value}
              name={`meaning-${value}`}
              label={t('admin.statements.map.word', { word: value })}
              defaultValue=""
              options={meanings}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** Returns what a person still has to choose. */
function problemOf(mapping: StatementMapping, { questions }: TablePreviewResponse, form: FormData) {
  if (mapping.name === '') return 'admin.statements.map.nameMissing' as const;
  if (!isComplete(mapping.columns)) return 'admin.statements.map.incomplete' as const;
  if (String(mapping.dateOrder) === '' || String(mapping.decimalSign) === '')
    return 'admin.statements.map.orderMissing' as const;
  if (mapping.columns.amount && !mapping.columns.direction && mapping.unsigned === null)
    return 'admin.statements.map.unsignedMissing' as const;
  const named = new Set([...Object.values(mapping.columns), ...mapping.ignored]);
  const isOpen = questions.some(({ header }) => form.get(`role-${header}`) === '' && !named.has(header));
  return isOpen ? ('admin.statements.map.questionsMissing' as const) : null;
}

function mappingOf(form: FormData, preview: TablePreviewResponse): StatementMapping {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const columns: MappedColumns = {};
  for (const fact of COLUMN_FACTS) {
    const header = text(`column-${fact}`);
    if (header !== '') columns[fact as ColumnFact] = header;
  }
  const ignored: string[] = [];
  const meanings: Record<string, Meaning> = {};
  for (const { header, values } of preview.questions) {
    const role = text(`role-${header}`);
    if (role === 'ignored') ignored.push(header);
    const fact = ROLES.find((each) => each === role);
    if (fact) columns[fact] ??= header;
    for (const value of values) {
      const meaning = MEANINGS.find((each) => each === text(`meaning-${value}`));
      if (meaning) meanings[headerKey(value)] = meaning;
    }
  }
  const [account = '', currency = BOOKS_CURRENCY] = text('account').split(' ');
  return {
    name: text('name'),
    account,
    currency,
    encoding: text('encoding') as StatementMapping['encoding'],
    // Trimming would remove a tab.
    delimiter: String(form.get('delimiter') ?? ',') as StatementMapping['delimiter'],
    decimalSign: text('decimalSign') as StatementMapping['decimalSign'],
    dateOrder: text('dateOrder') as StatementMapping['dateOrder'],
    columns,
    hasHeader: preview.has_header,
    ignored,
    meanings,
    unsigned: UNSIGNED.find((each) => each === text('unsigned')) ?? null,
    sheet: preview.sheets.length > 0 ? preview.sheet : null,
  };
}
