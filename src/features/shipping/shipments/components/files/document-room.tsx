import { useId } from 'react';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ImportAsk, OrderFilesResponse } from '../../model/file-contract.ts';
import { KINDS_OF } from '../../model/step.ts';
import { FileGroups, SendFileForm } from './order-files.tsx';
import { Parcels } from './parcels.tsx';

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
