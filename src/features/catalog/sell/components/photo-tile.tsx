import { useEffect, useRef, useState } from 'react';
import { PictureNote } from '#features/catalog/listings/components/picture-box.tsx';
import { pictureUrl } from '#features/catalog/listings/model/picture-source.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { UploadedPhoto } from '../client/photo-uploads.ts';
import { UploadProgress } from './upload-progress.tsx';
import { GRIP, HANDLE, PHOTO } from './use-photo-drag.ts';

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
export function PhotoTile({ photo, place, count, dragged, onMove, onRetry, onRemove }: PhotoTileProps) {
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
