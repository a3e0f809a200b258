import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { vehicleNameCalls } from '../../office-calls.ts';
import type { AskedNameResponse, VehicleNamesResponse } from '../model/vehicle-name-contract.ts';

export const loadVehicleNames: Load<VehicleNamesResponse> = ({ api }) => api.call(vehicleNameCalls.list);

const kindOf = (kind: string | undefined) => (kind === 'make' ? 'make' : 'model');

export const vehicleNameActions = actionByForm({
  approve: async ({ api, t, values: { kind, id = '', name = '' } }) => {
    await api.call(vehicleNameCalls.approve, { params: { kind: kindOf(kind), id }, body: { name } });
    return { done: true, message: t('admin.names.approved') };
  },
  merge: async ({ api, t, values: { kind, id = '', make = '', model = '' } }) => {
    const { cars } = await api.call(vehicleNameCalls.merge, {
      params: { kind: kindOf(kind), id },
      body: { make, model },
    });
    return { done: true, message: t('admin.names.merged', { count: cars }) };
  },
});

/** A make or model that sellers named, with the forms that approve it or merge it into another. */
export function AskedNameItem({ asked }: { asked: AskedNameResponse }) {
  const t = useTranslator();
  const { kind, id, make, model, likely } = asked;
  const name = model ?? make;
  const effect = `merge-effect-${kind}-${id}`;
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="grid gap-1">
        <h2 className="wrap-anywhere text-lg">{model === null ? make : `${make} ${model}`}</h2>
        <p className="text-ink-soft text-sm">
          {t(`admin.names.kind.${kind}`)} · {t('admin.names.cars', { count: asked.cars, live: asked.public_cars })} ·{' '}
          <UtcTime time={asked.asked_at} />
        </p>
        {asked.make_is_asked && kind === 'model' && <p className="text-waiting">{t('admin.names.makeFirst')}</p>}
      </div>
      <ActionForm name="merge" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <TextField
          name="make"
          label={t('admin.names.intoMake')}
          defaultValue={likely?.make ?? (kind === 'model' ? make : '')}
          maxLength={60}
          autoComplete="off"
        />
        {kind === 'model' && (
          <TextField
            name="model"
            label={t('admin.names.intoModel')}
            defaultValue={likely?.model ?? ''}
            maxLength={80}
            autoComplete="off"
          />
        )}
        <p id={effect} className="basis-full">
          {t(`admin.names.mergeEffect.${kind}`, { name, count: asked.cars, addresses: asked.addresses })}{' '}
          <strong>{t('admin.names.mergeIsFinal')}</strong>
        </p>
        <SubmitButton
          busy={t('admin.names.sending')}
          aria-label={t('admin.names.mergeOf', { name })}
          aria-describedby={effect}
        >
          {t('admin.names.merge')}
        </SubmitButton>
      </ActionForm>
      <ActionForm name="approve" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <TextField
          name="name"
          label={t('admin.names.name')}
          defaultValue={name}
          maxLength={kind === 'make' ? 60 : 80}
          autoComplete="off"
        />
        <SubmitButton kind="quiet" busy={t('admin.names.sending')} aria-label={t('admin.names.approveOf', { name })}>
          {t('admin.names.approve')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
