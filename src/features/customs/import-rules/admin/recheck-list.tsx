import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import type { RecheckResponse } from '../model/rule-office-contract.ts';

/** In days, as shipped for every country. */
const STALE_DAYS = 90;

const nameOf = ({ list, id }: RecheckResponse) => `${list} ${id}`;

/** The rules and charges to compare with their sources again, the most urgent first. */
export function RecheckList({ rows }: { rows: RecheckResponse[] }) {
  const t = useTranslator();
  const open = rows.filter(({ draft }) => !draft);
  const byCountry = [...Map.groupBy(open, ({ country }) => country)].filter(([, ofCountry]) => ofCountry.length > 1);
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="max-w-prose text-ink-soft">{t('admin.rules.rechecks.about', { days: String(STALE_DAYS) })}</p>
      <DataTable
        caption={t('admin.rules.tab.rechecks')}
        rows={rows}
        keyOf={nameOf}
        empty={t('admin.rules.rechecks.none')}
        columns={[
          {
            id: 'row',
            head: t('admin.rules.rechecks.row'),
            cell: ({ id, country, title }) => (
              <>
                <span className="figures block text-ink-soft text-sm">
                  {t.region(country)} · {id}
                </span>
                <span className="block max-w-xl md:min-w-56">{title}</span>
              </>
            ),
          },
          {
            id: 'checked',
            head: t('admin.rules.column.checked'),
            cell: (row) => (
              <>
                <span className="block">{t('admin.rules.rechecks.age', { age: row.age })}</span>
                <span className={`block text-sm ${row.isStale ? 'text-danger' : 'text-ink-soft'}`}>
                  {t(row.isStale ? 'admin.rules.rechecks.stale' : 'admin.rules.rechecks.due', {
                    date: t.date(row.staleOn),
                  })}
                </span>
              </>
            ),
          },
          { id: 'uses', head: t('admin.rules.rechecks.uses'), figures: true, cell: ({ uses }) => t.number(uses) },
          {
            id: 'sources',
            head: t('admin.rules.rechecks.sources'),
            cell: ({ sources }) => (
              <ul className="grid gap-1">
                {sources.map(({ title, url }) => (
                  <li key={title}>
                    {url ? (
                      <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={TEXT_LINK}>
                        {title}
                      </a>
                    ) : (
                      title
                    )}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
        actions={(row) =>
          row.draft ? (
            <StatusTag status="pending">{t('admin.rules.rechecks.draft')}</StatusTag>
          ) : (
            <Confirm rows={[row]} label={t('admin.rules.rechecks.confirm')} />
          )
        }
      />
      {byCountry.map(([country, ofCountry]) => (
        <Confirm
          key={country}
          rows={ofCountry}
          label={t('admin.rules.rechecks.all', { count: String(ofCountry.length), country: t.region(country) })}
        />
      ))}
    </div>
  );
}

function Confirm({ rows, label }: { rows: RecheckResponse[]; label: string }) {
  const t = useTranslator();
  return (
    <ActionForm name="confirm">
      <input type="hidden" name="rows" value={rows.map(nameOf).join(',')} />
      <SubmitButton kind="quiet" busy={t('admin.rules.rechecks.confirming')}>
        {label}
      </SubmitButton>
    </ActionForm>
  );
}
