import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { MAX_LENGTH } from '../model/rule-office.ts';
import type { DraftResponse, RuleRowDetail } from '../model/rule-office-contract.ts';

/** The row whose id is in the URL: a form that makes a draft of it, and its history. */
export function RulePanel({ detail }: { detail: RuleRowDetail | null }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const id = search.get('edit');
  const isNew = id === 'new';
  const title = isNew ? t('admin.rules.newRow') : t('admin.rules.correct', { id: id ?? '' });
  return (
    <SidePanel title={title} open={id !== null && detail !== null} holdsForm>
      {detail && (isNew || detail.row) ? (
        <CorrectRow key={`${detail.list} ${id}`} detail={detail} />
      ) : (
        <p role="alert">{t('admin.rules.noRow')}</p>
      )}
      {detail && detail.history.length > 0 && <History detail={detail} />}
    </SidePanel>
  );
}

function CorrectRow({ detail: { list, row, columns } }: { detail: RuleRowDetail }) {
  const t = useTranslator();
  if (row && row.draft !== null)
    return (
      <p className="mb-5">
        {t('admin.rules.hasDraft')}{' '}
        <Link to={{ search: `?tab=drafts&edit=${row.draft}` }} className={TEXT_LINK}>
          {t('admin.rules.openDraft')}
        </Link>
      </p>
    );
  return (
    <ActionForm name="add" className="mb-6 grid gap-4">
      <p className="text-ink-soft">{t(row ? 'admin.rules.correctText' : 'admin.rules.newText')}</p>
      <input type="hidden" name="row_list" value={list} />
      {row && <input type="hidden" name="corrects" value={row.id} />}
      <RowFields columns={columns} record={row?.record ?? {}} isCorrection={row !== null} />
      <SubmitButton busy={t('admin.rules.saving')}>{t('admin.rules.saveDraft')}</SubmitButton>
    </ActionForm>
  );
}

function History({ detail: { list, history, columns } }: { detail: RuleRowDetail }) {
  const t = useTranslator();
  return (
    <section className="grid gap-3 border-line border-t pt-5">
      <h3 className="font-semibold">{t('admin.rules.history')}</h3>
      <ol className="grid gap-4">
        {history.map(({ id, version, reason, publishedAt, proposer, approver, record }, at) => (
          <li key={id} className="grid gap-1">
            <p className="font-semibold">
              {t('admin.rules.historyOf', { id, version })} <UtcTime time={publishedAt} />
            </p>
            <p className="text-ink-soft text-sm">
              {proposer && approver
                ? t('admin.rules.publishedBy', { reason, proposer, approver })
                : t(list === 'rates' ? 'admin.rules.fetched' : 'admin.rules.shipped')}
            </p>
            <Changes
              changes={columns.flatMap(({ name }) => {
                const before = history[at + 1]?.record[name];
                return before === undefined || name === 'id' || before === record[name]
                  ? []
                  : [{ column: name, before, after: record[name] ?? '' }];
              })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Lists the differences between two versions of a row. */
export function Changes({ changes }: { changes: DraftResponse['changes'] }) {
  const t = useTranslator();
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {changes.map(({ column, before, after }) => (
        <div key={column} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-ink-soft">{t.message({ messageKey: `admin.rules.column.${column}` as never })}</dt>
          <dd className="wrap-anywhere">
            {before !== '' && <del className="text-danger">{before}</del>}{' '}
            <ins className="no-underline">{after || '–'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The draft whose id is in the URL. */
export function DraftPanel({ draft, detail }: { draft: DraftResponse | undefined; detail: RuleRowDetail | null }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const close = useClosePanel();
  return (
    <SidePanel title={t('admin.rules.editDraft', { id: draft?.rowId ?? '' })} open={search.has('edit')} holdsForm>
      {draft && detail ? (
        <div className="grid gap-6">
          <EditForm name="edit" version={draft.version} values={draft.record} onDone={close}>
            <input type="hidden" name="draft" value={draft.id} />
            <RowFields columns={detail.columns} record={draft.record} isCorrection={draft.corrects !== null} />
          </EditForm>
          <ActionForm name="drop" onDone={close} className="border-line border-t pt-5">
            <input type="hidden" name="draft" value={draft.id} />
            <SubmitButton kind="danger" busy={t('admin.rules.saving')}>
              {t('admin.rules.dropDraft')}
            </SubmitButton>
          </ActionForm>
        </div>
      ) : (
        <p role="alert">{t('admin.rules.noRow')}</p>
      )}
    </SidePanel>
  );
}

const LONG = ['sentence', 'title', 'note', 'scope', 'test', 'url'];
const HINTS = ['scope', 'test', 'sources', 'against', 'from', 'to', 'checked', 'base', 'destination', 'likely'];

type RowFieldsProps = {
  columns: RuleRowDetail['columns'];
  record: Record<string, string>;
  /** A correction has no field for the id, which follows from the corrected row. */
  isCorrection: boolean;
};

/** A field for each cell of a row. */
function RowFields({ columns, record, isCorrection }: RowFieldsProps) {
  const t = useTranslator();
  return columns
    .filter(({ name }) => name !== 'id' || !isCorrection)
    .map(({ name, choices }) => {
      const field = {
        name,
        label: t(`admin.rules.column.${name}` as MessageKey),
        defaultValue: record[name] ?? '',
        ...(HINTS.includes(name) && { hint: t(`admin.rules.hint.${name}` as MessageKey) }),
      };
      if (choices.length > 0)
        return (
          <SelectField
            key={name}
            {...field}
            options={choices.map((value) => ({ value, label: value === '' ? '–' : value }))}
          />
        );
      const text = { ...field, maxLength: MAX_LENGTH.cell, autoComplete: 'off' };
      return LONG.includes(name) ? <TextAreaField key={name} {...text} rows={2} /> : <TextField key={name} {...text} />;
    });
}
