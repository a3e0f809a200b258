import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { WatchEntryResponse } from '../model/watch-contract.ts';
import { RemoveEntryForm } from './watch-forms.tsx';

export function WatchTable({ entries }: { entries: WatchEntryResponse[] }) {
  const t = useTranslator();
  const country = (code: string) => (code === '' ? '' : t.region(code));
  const columns: Column<WatchEntryResponse>[] = [
    { id: 'kind', head: t('admin.watch.kind'), cell: ({ kind }) => t(`admin.watch.kind.${kind}`) },
    {
      id: 'name',
      head: t('admin.watch.name'),
      cell: ({ name, aliases, country: code }) => [name || country(code), ...aliases].join('; '),
    },
    { id: 'id', head: t('admin.watch.idNumber'), cell: ({ id_number: id }) => id },
    { id: 'country', head: t('admin.watch.country'), cell: ({ country: code }) => country(code) },
    { id: 'reason', head: t('admin.watch.reason'), cell: ({ reason }) => reason },
    { id: 'by', head: t('admin.watch.addedBy'), cell: ({ added_by: by }) => by },
    { id: 'at', head: t('admin.watch.addedAt'), cell: ({ added_at: at }) => <UtcTime time={at} /> },
  ];
  return (
    <DataTable
      caption={t('admin.watch.entries')}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      empty={t('admin.watch.none')}
      actions={({ id, name, country: code }) => <RemoveEntryForm id={id} name={name || country(code)} />}
    />
  );
}
