import { useId, useState } from 'react';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type {
  ImportAsk,
  OrderFilesResponse,
  ParcelResponse,
} from '#features/shipping/shipments/model/file-contract.ts';
import { KINDS_OF } from '#features/shipping/shipments/model/step.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { newId } from '#lib/random-key.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { FileGroups, SendFileForm } from './order-files.tsx';

/** Anchor of the documents room on its page. */
export const DOCUMENT_ROOM = 'documents-room';

type DocumentRoomProps = {
  orderId: number;
  room: OrderFilesResponse;
  offer: Offer;
  /** Whether the caller may add files and parcels. */
  canWrite?: boolean;
  /** Content that only the operator sees. */
  children?: React.ReactNode;
};

/** The files of an order by type, the papers that are needed, and the originals that were sent by courier. */
export function DocumentRoom({ orderId, room, offer, canWrite = true, children }: DocumentRoomProps) {
  const t = useTranslator();
  const id = useId();
  return (
    <section
      id={DOCUMENT_ROOM}
      aria-labelledby={id}
      className="grid gap-6 rounded-lg border border-line bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-lg">
          {t('room.title')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('room.about')}</p>
      </div>
      {offer === 'Sell' && <NeededPapers room={room} />}
      <FileGroups orderId={orderId} items={room.items} />
      {canWrite && <SendFileForm orderId={orderId} kinds={KINDS_OF[offer]} needed={room.needed} />}
      {offer === 'Sell' && (
        <Parcels orderId={orderId} parcels={room.parcels} canWrite={canWrite && room.viewer !== 'buyer'} />
      )}
      {children}
    </section>
  );
}

/** The papers that the steps of the order and the import rules of the destination require. */
function NeededPapers({ room: { needed, destination } }: { room: OrderFilesResponse }) {
  const t = useTranslator();
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {needed.length > 0 && (
        <div className="grid content-start gap-2">
          <h3 className="font-semibold">{t('room.needed')}</h3>
          <ul className="grid gap-1.5">
            {needed.map(({ kind, there }) => (
              <Tick key={kind} isThere={there}>
                {t(`shipments.kind.${kind}`)}
              </Tick>
            ))}
          </ul>
        </div>
      )}
      <div className="grid content-start gap-2">
        <h3 className="font-semibold">
          {destination ? t('room.destination', { country: destination.country_name }) : t('room.noDestination')}
        </h3>
        {!destination && <p className="max-w-prose text-ink-soft text-sm">{t('room.noDestination.text')}</p>}
        {destination && destination.asks.length === 0 && (
          <p className="max-w-prose text-ink-soft text-sm">{t('room.destination.nothing')}</p>
        )}
        {destination && destination.asks.length > 0 && (
          <>
            <ul className="grid gap-3">
              {destination.asks.map((ask) => (
                <Ask key={ask.rule} ask={ask} />
              ))}
            </ul>
            <p className="text-ink-soft text-sm">
              {t('room.destination.assessed', { day: t.date(destination.assessed_on) })}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function Ask({ ask: { kind, there, outcome, sentence, sources } }: { ask: ImportAsk }) {
  const t = useTranslator();
  return (
    <Tick isThere={there}>
      <span className="grid gap-0.5">
        <span>{t(`shipments.kind.${kind}`)}</span>
        <span className="wrap-anywhere max-w-prose font-normal text-ink-soft text-sm">
          {sentence} {outcome === 'unknown' && t('room.destination.unknown')}
        </span>
        {sources.length > 0 && (
          <span className="flex flex-wrap gap-x-3 font-normal text-sm">
            {sources.map(({ publisher, url }) =>
              url === null ? (
                <span key={publisher}>{publisher}</span>
              ) : (
                <a key={publisher + url} href={url} target="_blank" rel="noopener noreferrer" className={TEXT_LINK}>
                  {publisher}
                </a>
              ),
            )}
          </span>
        )}
      </span>
    </Tick>
  );
}

function Tick({ isThere, children }: { isThere: boolean; children: React.ReactNode }) {
  const t = useTranslator();
  return (
    <li className="grid grid-cols-[1.5rem_1fr] gap-2">
      <span className={isThere ? 'text-verified' : 'text-waiting'}>
        <Icon name={isThere ? 'check' : 'warning'} className="mt-0.5 size-5" />
      </span>
      <span className={isThere ? '' : 'font-semibold'}>
        {children}
        <span className={`font-normal text-sm ${isThere ? 'text-verified' : 'text-waiting'}`}>
          {' '}
          {t(isThere ? 'room.there' : 'room.missing')}
        </span>
      </span>
    </li>
  );
}

type ParcelsProps = { orderId: number; parcels: ParcelResponse[]; canWrite: boolean };

/** The original papers that were sent by courier. */
function Parcels({ orderId, parcels, canWrite }: ParcelsProps) {
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
