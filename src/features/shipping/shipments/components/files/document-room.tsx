import { useId } from 'react';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { OrderFilesResponse } from '../../model/file-contract.ts';
import { KINDS_OF } from '../../model/step.ts';
import { FileGroups } from './file-groups.tsx';
import { NeededPapers } from './needed-papers.tsx';
import { Parcels } from './parcels.tsx';
import { SendFileForm } from './send-file-form.tsx';

/** Anchor of the documents room on its page. */
export const DOCUMENT_ROOM = 'documents-room';

type DocumentRoomProps = {
  orderId: number;
  room: OrderFilesResponse;
  offer: Offer;
  /** Whether the caller may add files and parcels. */
  canWrite?: boolean;
  /** What only the operator sees. */
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
