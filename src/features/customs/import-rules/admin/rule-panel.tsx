import { Link, useSearchParams } from 'react-router';
import { MAX_LENGTH } from '#features/customs/import-rules/model/rule-office.ts';
import type {
  DraftResponse,
  EffectResponse,
  RuleRowDetail,
} from '#features/customs/import-rules/model/rule-office-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

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
function Changes({ changes }: { changes: DraftResponse['changes'] }) {
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

type DraftListProps = { drafts: DraftResponse[]; effects: EffectResponse[] | null };

/** All drafts with what they change, and the form that proposes to publish them. */
export function DraftList({ drafts, effects }: DraftListProps) {
  const t = useTranslator();
  if (drafts.length === 0)
    return <p className="rounded-lg border border-line bg-surface p-6 text-ink-soft">{t('admin.rules.noDrafts')}</p>;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton to={{ search: '?tab=drafts&preview=1' }}>{t('admin.rules.preview')}</LinkButton>
        <p className="text-ink-soft text-sm">{t('admin.rules.previewText')}</p>
      </div>
      {effects && <Effects effects={effects} />}
      <ActionForm name="propose" className="grid gap-5">
        <ul className="grid gap-3">
          {drafts.map((draft) => (
            <Draft key={draft.id} draft={draft} />
          ))}
        </ul>
        <div className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
          <h2 className="text-lg">{t('admin.rules.propose')}</h2>
          <p className="text-ink-soft">{t('admin.rules.proposeText')}</p>
          <TextAreaField
            name="reason"
            label={t('admin.rules.reason')}
            hint={t('admin.rules.reasonHint')}
            maxLength={MAX_LENGTH.reason}
            rows={2}
          />
          <SubmitButton busy={t('admin.rules.proposing')}>{t('admin.rules.proposeButton')}</SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}

function Draft({ draft: { id, list, rowId, title, corrects, changes, savedBy, savedAt } }: { draft: DraftResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <CheckField
            name={`draft-${id}`}
            label={t(corrects ? 'admin.rules.draftCorrects' : 'admin.rules.draftNew', {
              list: t(`admin.rules.list.${list}`),
              id: corrects ?? rowId,
            })}
            defaultChecked
          />
        </div>
        <Link
          to={{ search: searchToOpen(search, 'edit', id) }}
          preventScrollReset
          className={`${TEXT_LINK} inline-flex min-h-11 items-center`}
        >
          {t('admin.rules.edit')}
        </Link>
      </div>
      <p className="wrap-anywhere">{title}</p>
      {corrects && <Changes changes={changes} />}
      <p className="text-ink-soft text-sm">
        {savedBy === null ? t('admin.rules.heldRate') : t('admin.rules.savedBy', { name: savedBy })}{' '}
        <UtcTime time={savedAt} />
      </p>
    </li>
  );
}

function Effects({ effects }: { effects: EffectResponse[] }) {
  const t = useTranslator();
  if (effects.length === 0)
    return (
      <p role="status" className="rounded-md border border-line-strong bg-sunken p-3">
        {t('admin.rules.noEffect')}
      </p>
    );
  const counts = (light: 'green' | 'amber' | 'red') => ({
    id: light,
    head: t(`admin.rules.light.${light}`),
    figures: true,
    cell: ({ before, after }: EffectResponse) =>
      before[light] === after[light]
        ? t.number(after[light])
        : t('admin.rules.fromTo', { before: before[light], after: after[light] }),
  });
  return (
    <DataTable
      caption={t('admin.rules.effectTitle')}
      rows={effects}
      keyOf={({ country }) => country}
      empty=""
      columns={[
        { id: 'country', head: t('admin.rules.column.country'), cell: ({ country }) => t.region(country) },
        counts('green'),
        counts('amber'),
        counts('red'),
      ]}
    />
  );
}
