import { useState, useSyncExternalStore } from 'react';
import { MAX_PHOTOS } from '#features/catalog/listings/model/listing-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import type { PhotoUploads } from '../client/photo-uploads.ts';
import { PhotoTile } from './photo-tile.tsx';
import { usePhotoDrag } from './use-photo-drag.ts';

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

export function PhotosStep({ uploads }: { uploads: PhotoUploads }) {
  const t = useTranslator();
  const photos = useSyncExternalStore(uploads.subscribe, uploads.photos, uploads.photos);
  const refused = useSyncExternalStore(uploads.subscribe, uploads.refused, uploads.refused);
  const [tooMany, setTooMany] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const move = (id: number, to: number) => {
    const from = photos.findIndex((photo) => photo.id === id);
    if (from === to || to < 0 || to >= photos.length) return;
    uploads.move(id, to);
    setAnnouncement(t('sell.photos.moved', { from: from + 1, to: to + 1, count: photos.length }));
  };
  const drag = usePhotoDrag(photos, move);
  const add = (files: File[]) => setTooMany(!uploads.add(files));
  const remove = (id: number) => {
    uploads.remove(id);
    setTooMany(false);
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 rounded-lg border border-line-strong border-dashed bg-sunken p-4" {...dropOf(add)}>
        <p className="text-ink-soft">{t('sell.photos.hint')}</p>
        <div className="flex flex-wrap gap-2">
          <FilePicker accept={ACCEPTED} multiple onPick={add}>
            <Icon name="up" />
            {t('sell.photos.add')}
          </FilePicker>
          <FilePicker accept="image/*" capture="environment" className="not-pointer-coarse:hidden" onPick={add}>
            {t('sell.photos.camera')}
          </FilePicker>
        </div>
        <p className="figures text-ink-soft text-sm">
          {t('sell.photos.count', { count: photos.length, most: MAX_PHOTOS })}
        </p>
        {tooMany && (
          <p role="alert" className="flex gap-1.5 font-semibold text-danger">
            <Icon name="warning" className="mt-0.5 size-5" />
            {t('sell.photos.most')}
          </p>
        )}
        {refused.map(({ id, name, reason }) => (
          <p key={id} role="alert" className="wrap-anywhere flex gap-1.5 font-semibold text-danger">
            <Icon name="warning" className="mt-0.5 size-5" />
            {t('sell.photos.refused', { name, reason })}
          </p>
        ))}
        {photos.length === 0 && <p className="max-w-prose">{t('sell.photos.advice')}</p>}
      </div>
      {photos.length > 0 && (
        <ol
          aria-label={t('sell.photos.list')}
          className="grid select-none gap-3 sm:grid-cols-2 lg:grid-cols-3"
          {...drag.list}
        >
          {photos.map((photo, place) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              place={place}
              count={photos.length}
              dragged={drag.dragged === photo.id}
              onMove={(to) => move(photo.id, to)}
              onRetry={() => uploads.retry(photo.id)}
              onRemove={() => remove(photo.id)}
            />
          ))}
        </ol>
      )}
      {photos.length > 1 && <p className="text-ink-soft text-sm">{t('sell.photos.order')}</p>}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** Handlers for files dropped on an element. */
function dropOf(add: (files: File[]) => void) {
  return {
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      add(Array.from(event.dataTransfer.files));
    },
  };
}
