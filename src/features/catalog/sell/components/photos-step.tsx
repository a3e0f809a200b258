import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { PictureNote } from '#features/catalog/listings/components/car-picture.tsx';
import { MAX_PHOTOS } from '#features/catalog/listings/model/listing-form.ts';
import { pictureUrl } from '#features/catalog/listings/model/picture-source.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { PhotoUploads, UploadedPhoto } from '../client/photo-uploads.ts';
import { UploadProgress } from './sell-fields.tsx';

/** iPhones convert HEIC photos to JPEG for a page that does not ask for HEIC. */
const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

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

type PhotoTileProps = {
  photo: UploadedPhoto;
  place: number;
  count: number;
  dragged: boolean;
  onMove: (to: number) => void;
  onRetry: () => void;
  onRemove: () => void;
};

/** A photo with its upload state and actions. */
function PhotoTile({ photo, place, count, dragged, onMove, onRetry, onRemove }: PhotoTileProps) {
  const t = useTranslator();
  const number = place + 1;
  const tile = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a move, the focused button may be out of view
  useEffect(() => {
    const focused = document.activeElement;
    if (tile.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  return (
    <li
      {...{ [PHOTO]: photo.id }}
      ref={tile}
      className={`grid grid-cols-[7.5rem_minmax(0,1fr)] overflow-hidden rounded-lg border bg-surface sm:grid-cols-1 ${dragged ? 'border-ink shadow-float' : 'border-line'}`}
    >
      <Preview photo={photo} number={number} movable={count > 1} />
      <div className="flex flex-col gap-2 p-2">
        <p className="flex min-h-7 flex-wrap items-center gap-2 text-sm">
          <span className="figures font-semibold">{t('sell.photo', { number })}</span>
          {place === 0 && (
            <span className="inline-flex items-center gap-1 rounded-full bg-verified-ground px-2.5 py-0.5 font-semibold text-verified">
              <Icon name="star" className="size-4" />
              {t('sell.photo.cover')}
            </span>
          )}
        </p>
        {(photo.state === 'waiting' || photo.state === 'sending') && (
          <UploadProgress label={t('sell.photo.sending', { number })} share={photo.progress} />
        )}
        {photo.state === 'failed' && (
          <div className="grid justify-items-start gap-2">
            <p role="alert" className="flex gap-1.5 font-semibold text-danger text-sm">
              <Icon name="warning" className="mt-px size-4.5" />
              {photo.reason ?? t('sell.photo.unreached')}
            </p>
            <Button onClick={onRetry}>{t('sell.photo.retry')}</Button>
          </div>
        )}
        <div className="mt-auto flex flex-wrap gap-1">
          {count > 1 && (
            <>
              <TileButton
                icon="left"
                label={t('sell.photo.earlier', { number })}
                onClick={() => onMove(place - 1)}
                off={place === 0}
              />
              <TileButton
                icon="right"
                label={t('sell.photo.later', { number })}
                onClick={() => onMove(place + 1)}
                off={number === count}
              />
              <TileButton
                icon="star"
                label={t('sell.photo.makeCover', { number })}
                onClick={() => onMove(0)}
                off={place === 0}
              />
            </>
          )}
          <TileButton icon="close" label={t('sell.photo.remove', { number })} onClick={onRemove} />
        </div>
      </div>
    </li>
  );
}

type PreviewProps = { photo: UploadedPhoto; number: number; movable: boolean };

/** A photo in a fixed 4:3 box. A mouse drags it anywhere, a finger only by its handle, because elsewhere it scrolls. */
function Preview({ photo: { preview, photo }, number, movable }: PreviewProps) {
  const t = useTranslator();
  const [failed, setFailed] = useState<string[]>([]);
  const sources = [preview, photo && pictureUrl(photo.url, 'webp', { width: 320, quality: 60 })];
  const url = sources.find((source) => source !== null && !failed.includes(source)) ?? null;
  const handle = movable ? { [HANDLE]: '' } : {};
  return (
    <div
      {...handle}
      className={`relative aspect-[4/3] self-start overflow-hidden bg-sunken ${movable ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      {url === null ? (
        <PictureNote>{t('sell.photo.unseen')}</PictureNote>
      ) : (
        <img
          src={url}
          alt={t('sell.photo.alt', { number })}
          draggable={false}
          onError={() => setFailed([...failed, url])}
          className="pointer-events-none absolute inset-0 size-full object-cover"
        />
      )}
      {movable && (
        <span
          {...{ [GRIP]: '' }}
          className="absolute end-1 top-1 hidden size-11 touch-none place-items-center rounded-md bg-surface text-ink pointer-coarse:grid"
        >
          <Icon name="menu" />
        </span>
      )}
    </div>
  );
}

type TileButtonProps = { icon: IconName; label: string; off?: boolean; onClick: () => void };

/** A button that stays focusable while disabled, so that repeated moves do not lose the focus at the end. */
function TileButton({ icon, label, off = false, onClick }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md border border-line-strong bg-surface hover:bg-sunken aria-disabled:opacity-50"
    >
      <Icon name={icon} className={`size-5 ${icon === 'left' || icon === 'right' ? 'rtl:rotate-180' : ''}`} />
    </button>
  );
}

/** Data attributes of the mouse handle, the touch handle and the photo's position in the list. */
const HANDLE = 'data-photo-handle';
const GRIP = 'data-photo-grip';
const PHOTO = 'data-photo';

/**
 * Reorders photos by dragging with a mouse or finger. The list captures the pointer, because a moved photo would lose
 * it.
 */
function usePhotoDrag(photos: readonly UploadedPhoto[], move: (id: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const end = () => setDragged(null);
  const list = {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      const handle = (event.target as Element).closest(`[${event.pointerType === 'mouse' ? HANDLE : GRIP}]`);
      if (!handle || event.button !== 0) return;
      setDragged(photoOf(handle));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX, clientY }: React.PointerEvent<HTMLElement>) {
      if (dragged === null) return;
      const over = photoOf(document.elementFromPoint(clientX, clientY));
      const to = photos.findIndex((photo) => photo.id === over);
      if (to >= 0 && over !== dragged) move(dragged, to);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { dragged, list };
}

function photoOf(element: Element | null): number {
  return Number(element?.closest(`[${PHOTO}]`)?.getAttribute(PHOTO) ?? -1);
}
