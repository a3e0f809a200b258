import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { newId } from '#lib/random-key.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import type { ParcelResponse } from '../../model/file-contract.ts';

type ParcelsProps = { orderId: number; parcels: ParcelResponse[]; canWrite: boolean };

/** The original papers that were sent by courier. */
export function Parcels({ orderId, parcels, canWrite }: ParcelsProps) {
  const t = useTranslator();
  if (parcels.length === 0 && !canWrite) return null;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{t('room.parcels')}</h3>
      {parcels.length === 0 && <p className="text-ink-soft text-sm">{t('room.parcels.none')}</p>}
      <ul className="grid gap-2">
        {parcels.map((parcel) => (
          <Parcel key={parcel.id} orderId={orderId} parcel={parcel} />
        ))}
      </ul>
      {canWrite && <ParcelForm orderId={orderId} />}
    </div>
  );
}

function Parcel({ orderId, parcel }: { orderId: number; parcel: ParcelResponse }) {
  const t = useTranslator();
  const { id, courier, tracking_number: number, sent_on: day, contents, by, withdrawn, withdrawable } = parcel;
  return (
    <li className="wrap-anywhere grid gap-0.5 rounded-md border border-line p-3">
      <div className={withdrawn ? 'text-ink-soft line-through' : ''}>
        <p className="font-semibold">{contents}</p>
        <p className="figures">{t('room.parcel.number', { courier, number })}</p>
      </div>
      <p className="text-ink-soft text-sm">{t('room.parcel.sent', { day: t.date(day), by: t(`room.by.${by}`) })}</p>
      {withdrawn && (
        <p className="text-sm text-waiting">
          {t('room.parcel.withdrawn', { time: t.utcTime(withdrawn.at), reason: withdrawn.reason })}
        </p>
      )}
      {withdrawable && (
        <details>
          <summary className="cursor-pointer py-1 text-link text-sm">{t('room.parcel.withdraw', { number })}</summary>
          <ActionForm name="withdraw parcel" className="grid gap-3 pt-2">
            <input type="hidden" name="order" value={orderId} />
            <input type="hidden" name="parcel" value={id} />
            <p className="text-sm">{t('room.parcel.withdrawText')}</p>
            <TextAreaField name="reason" label={t('reports.reason')} maxLength={500} rows={2} required />
            <SubmitButton kind="danger" busy={t('room.parcel.withdrawing')}>
              {t('room.parcel.withdrawNow')}
            </SubmitButton>
          </ActionForm>
        </details>
      )}
    </li>
  );
}

function ParcelForm({ orderId }: { orderId: number }) {
  const t = useTranslator();
  const [id, setId] = useState(newId);
  return (
    <details className="rounded-md bg-sunken p-4">
      <summary className="cursor-pointer font-semibold">{t('room.parcel.add')}</summary>
      <ActionForm name="send parcel" className="grid gap-4 pt-4" onDone={() => setId(newId())}>
        <p className="text-ink-soft text-sm">{t('room.parcel.addHint')}</p>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="order" value={orderId} />
        <TextField
          name="contents"
          label={t('room.parcel.contents')}
          hint={t('room.parcel.contentsHint')}
          maxLength={300}
          required
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField name="courier" label={t('room.parcel.courier')} maxLength={60} required />
          <TextField
            name="tracking_number"
            label={t('room.parcel.trackingNumber')}
            maxLength={60}
            autoComplete="off"
            required
          />
          <TextField name="sent_on" type="date" label={t('room.parcel.sentOn')} required />
        </div>
        <SubmitButton busy={t('room.parcel.saving')}>{t('room.parcel.save')}</SubmitButton>
      </ActionForm>
    </details>
  );
}
