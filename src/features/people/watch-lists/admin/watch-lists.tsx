import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { watchCalls } from '../../office-calls.ts';
import type { OrderHoldResponse, WatchEntryResponse, WatchListsResponse } from '../model/watch-contract.ts';
import { MAX_REASON_LENGTH } from '../model/watch-form.ts';

export const loadWatchLists: Load<WatchListsResponse> = ({ api }) => api.call(watchCalls.list);

export const watchActions = actionByForm({
  add: async ({ api, t, values }) => {
    const { kind = '', name = '', aliases = '', id_number = '', country = '', reason = '' } = values;
    const body = { kind: kind === 'destination' ? kind : 'party', name, aliases, id_number, country, reason } as const;
    await api.call(watchCalls.add, { body });
    return { done: true, message: t('admin.watch.added') };
  },
  csv: async ({ api, t, values: { csv = '' } }) => {
    const { added } = await api.call(watchCalls.importCsv, { body: { csv } });
    return { done: true, message: t('admin.watch.imported', { count: added }) };
  },
  remove: async ({ api, t, values: { id = '' } }) => {
    await api.call(watchCalls.remove, { params: { id } });
    return { done: true, message: t('admin.watch.removed') };
  },
  clear: async ({ api, t, values: { id = '', reason = '' } }) => {
    await api.call(watchCalls.clear, { params: { id }, body: { reason } });
    return { done: true, message: t('admin.watch.cleared') };
  },
});

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

export function AddEntryForm() {
  const t = useTranslator();
  return (
    <ActionForm name="add" className="grid max-w-xl gap-5">
      <SelectField
        name="kind"
        label={t('admin.watch.kind')}
        options={[
          { value: 'party', label: t('admin.watch.kind.party') },
          { value: 'destination', label: t('admin.watch.kind.destination') },
        ]}
      />
      <TextField
        name="name"
        label={t('admin.watch.name')}
        hint={t('admin.watch.name.hint')}
        maxLength={200}
        autoComplete="off"
      />
      <TextAreaField
        name="aliases"
        label={t('admin.watch.aliases')}
        hint={t('admin.watch.aliases.hint')}
        rows={2}
        maxLength={1000}
      />
      <TextField name="id_number" label={t('admin.watch.idNumber')} maxLength={60} autoComplete="off" />
      <TextField
        name="country"
        label={t('admin.watch.country')}
        hint={t('admin.watch.country.hint')}
        maxLength={2}
        autoComplete="off"
      />
      <TextField name="reason" label={t('admin.watch.reason')} maxLength={MAX_REASON_LENGTH} autoComplete="off" />
      <SubmitButton busy={t('admin.watch.sending')} className="justify-self-start">
        {t('admin.watch.add')}
      </SubmitButton>
    </ActionForm>
  );
}

export function ImportForm() {
  const t = useTranslator();
  return (
    <ActionForm name="csv" className="grid max-w-xl gap-5">
      <TextAreaField
        name="csv"
        label={t('admin.watch.csv')}
        hint={t('admin.watch.csv.hint')}
        rows={4}
        spellCheck={false}
      />
      <SubmitButton kind="quiet" busy={t('admin.watch.sending')} className="justify-self-start">
        {t('admin.watch.import')}
      </SubmitButton>
    </ActionForm>
  );
}

function RemoveEntryForm({ id, name }: { id: number; name: string }) {
  const t = useTranslator();
  return (
    <ActionForm name="remove" className="grid">
      <input type="hidden" name="id" value={id} />
      <SubmitButton kind="plain" busy={t('admin.watch.sending')} aria-label={t('admin.watch.removeOf', { name })}>
        {t('admin.watch.remove')}
      </SubmitButton>
    </ActionForm>
  );
}

/** An order that a hit holds, and the form to release it. */
export function HoldItem({ hold, number }: { hold: OrderHoldResponse; number: string }) {
  const t = useTranslator();
  const entry = hold.role === 'destination' ? t.region(hold.country) : hold.name;
  return (
    <li className="grid gap-3 rounded-lg border border-waiting bg-waiting-ground p-4">
      <p className="wrap-anywhere font-semibold">
        {t('admin.watch.hold', { order: number, role: t(`admin.watch.role.${hold.role}`), entry })}
      </p>
      {hold.payer_name !== null && (
        <p className="wrap-anywhere">{t('admin.watch.payer', { payer: hold.payer_name })}</p>
      )}
      <p className="wrap-anywhere">{hold.reason}</p>
      <ActionForm name="clear" className="grid max-w-xl gap-3">
        <input type="hidden" name="id" value={hold.id} />
        <TextField
          name="reason"
          label={t('admin.watch.clearReason')}
          hint={t('admin.watch.clearHint')}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
        />
        <SubmitButton kind="quiet" busy={t('admin.watch.sending')} className="justify-self-start">
          {t('admin.watch.clear')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
