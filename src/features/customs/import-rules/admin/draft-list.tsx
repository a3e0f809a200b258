import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { MAX_LENGTH } from '../model/rule-office.ts';
import type { DraftResponse, EffectResponse } from '../model/rule-office-contract.ts';
import { Changes } from './rule-panel.tsx';

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
