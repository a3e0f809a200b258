import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { RowLink } from '#ui/admin/row-action.tsx';
import type { SailingSummary } from '../model/board-contract.ts';
import type { SailingStep } from '../model/step.ts';

export function SailingTable({ sailings }: { sailings: SailingSummary[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const nameOf = ({ vessel, voyage }: SailingSummary) => t('admin.sailings.name', { vessel, voyage });
  const when = (sailing: SailingSummary, step: SailingStep) => {
    const told = sailing.steps.find((each) => each.step === step);
    if (!told?.at) return '–';
    const zone = (step === 'sailed' ? sailing.from : sailing.to).time_zone;
    return (
      <span className="figures whitespace-nowrap">
        {t.localDay(told.at, zone)}{' '}
        <span className="text-ink-soft text-sm">{t(`admin.sailings.certainty.${told.certainty ?? 'estimated'}`)}</span>
      </span>
    );
  };
  const columns: Column<SailingSummary>[] = [
    {
      id: 'vessel',
      head: t('admin.sailings.vessel'),
      cell: (sailing) => (
        <div>
          <span className="block font-semibold">{nameOf(sailing)}</span>
          <span className="figures block font-normal text-ink-soft text-sm">
            {t('admin.sailings.imoNumber', { imo: sailing.imo })}
          </span>
        </div>
      ),
    },
    { id: 'route', head: t('admin.sailings.route'), cell: ({ from, to }) => `${from.name} – ${to.name}` },
    { id: 'etd', head: t('shipments.step.sailed'), cell: (sailing) => when(sailing, 'sailed') },
    { id: 'eta', head: t('shipments.step.arrived'), cell: (sailing) => when(sailing, 'arrived') },
    { id: 'cars', head: t('admin.sailings.carCount'), cell: ({ cars }) => t.number(cars), figures: true },
  ];
  return (
    <DataTable
      caption={t('admin.sailings.title')}
      columns={columns}
      rows={sailings}
      keyOf={({ id }) => id}
      empty={t('admin.sailings.none')}
      actions={(sailing) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: nameOf(sailing) })}
          to={{ search: searchToOpen(search, 'view', sailing.id) }}
        />
      )}
    />
  );
}
