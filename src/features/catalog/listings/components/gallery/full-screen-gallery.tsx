import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { registerDialog } from '#ui/open-dialogs.ts';
import type { CardResponse } from '../../model/listing-contract.ts';
import { isDrawing } from '../../model/picture-source.ts';
import { CarPicture } from '../car-picture.tsx';
import { MAX_ZOOM, useGestures, WHOLE } from './use-gestures.ts';
import './full-screen-gallery.css';

const ZOOM_STEP = 1.5;
/** How far an arrow key moves a magnified picture, in pixels. */
const PAN_STEP = 80;
const BUTTON =
  'grid size-11 place-items-center rounded-full border border-on-quay-soft bg-quay text-on-quay aria-disabled:opacity-40';

type FullScreenGalleryProps = {
  images: CardResponse['images'];
  car: string;
  /** The index of the picture that is shown first. */
  first: number;
  /** Receives the index of the picture that was shown last. */
  onClose: (last: number) => void;
};

/**
 * A car's pictures over the whole screen. A magnified picture loads its largest rendering; a picture that has not been
 * in view is not loaded.
 */
export function FullScreenGallery({ images, car, first, onClose }: FullScreenGalleryProps) {
  const t = useTranslator();
  const dialog = useRef<HTMLDialogElement>(null);
  const [current, setCurrent] = useState(first);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([first]));
  const count = images.length;
  const { stage, view, drag, handlers, zoomBy, show } = useGestures((places) => go(places * readingDirection()));
  const go = (places: number) => {
    const next = Math.min(Math.max(current + places, 0), count - 1);
    if (next === current) return;
    setCurrent(next);
    setSeen(new Set(seen).add(next));
    show(WHOLE);
  };
  useEffect(() => {
    const { current: element } = dialog;
    if (!element) return;
    element.showModal();
    return registerDialog(element);
  }, []);

  const dragsTo = drag === null || drag === 0 ? null : current - Math.sign(drag) * readingDirection();
  useEffect(() => {
    if (dragsTo !== null) setSeen((before) => (before.has(dragsTo) ? before : new Set(before).add(dragsTo)));
  }, [dragsTo]);

  const handleKey = (event: React.KeyboardEvent) => {
    const { key } = event;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
    if (step) {
      const [x = 0, y = 0] = step;
      if (view.zoom > 1) show({ ...view, x: view.x - x * PAN_STEP, y: view.y - y * PAN_STEP });
      else if (x !== 0) go(x * readingDirection());
    } else if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
    else if (key === '-') zoomBy(1 / ZOOM_STEP);
    else if (key === '0') show(WHOLE);
    else return;
    event.preventDefault();
  };
  const name = (index: number) => t('car.gallery.picture', { car, place: index + 1, count });
  const button = (label: string, icon: IconName, press: () => void, works = true, className = '') => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!works}
      onClick={() => works && press()}
      className={`${BUTTON} ${className}`}
    >
      <Icon name={icon} className={`size-5 ${icon === 'left' || icon === 'right' ? 'rtl:rotate-180' : ''}`} />
    </button>
  );
  return (
    <dialog
      ref={dialog}
      aria-label={t('car.gallery')}
      onClose={() => onClose(current)}
      onKeyDown={handleKey}
      className="full-screen-gallery"
    >
      <div ref={stage} {...handlers} className="full-screen-stage" data-dragged={drag !== null || view.zoom > 1}>
        {images.map((image, index) => {
          const isCurrent = index === current;
          if (Math.abs(index - current) > 1) return null;
          return (
            <div
              key={image.url}
              className="full-screen-slide"
              data-current={isCurrent || undefined}
              aria-hidden={!isCurrent}
              style={{ transform: placeOf((index - current) * readingDirection(), drag ?? 0) }}
            >
              <div
                className="size-full"
                style={
                  isCurrent
                    ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }
                    : { transform: 'none' }
                }
              >
                {seen.has(index) && (
                  <CarPicture
                    image={image}
                    alt={name(index)}
                    sizes={isCurrent && view.zoom > 1 ? '250vw' : '100vw'}
                    quality={80}
                    maxWidth={1600}
                    whole
                    unlabeled
                  />
                )}
              </div>
            </div>
          );
        })}
      </div>
      <p role="status" className="sr-only">
        {name(current)}
      </p>
      <p
        aria-hidden="true"
        className="absolute start-4 top-4 flex gap-2 text-on-quay *:rounded-sm *:bg-quay/80 *:px-2 *:py-0.5"
      >
        {count > 1 && <span className="figures">{t('car.gallery.place', { place: current + 1, count })}</span>}
        {isDrawing(images[current]?.url ?? '') && <span>{t('cars.drawing')}</span>}
      </p>
      <div className="absolute end-3 top-3 flex gap-2">
        {button(t('car.gallery.zoomOut'), 'minus', () => zoomBy(1 / ZOOM_STEP), view.zoom > 1)}
        {button(t('car.gallery.zoomIn'), 'plus', () => zoomBy(ZOOM_STEP), view.zoom < MAX_ZOOM)}
        {button(t('ui.close'), 'close', () => dialog.current?.close())}
      </div>
      {count > 1 && (
        <div className="pointer-events-none absolute inset-x-3 bottom-3 flex justify-between md:top-1/2 md:bottom-auto md:-translate-y-1/2 *:pointer-events-auto">
          {button(t('car.gallery.previous'), 'left', () => go(-1), current > 0)}
          {button(t('car.gallery.next'), 'right', () => go(1), current < count - 1)}
        </div>
      )}
    </dialog>
  );
}

const placeOf = (places: number, drag: number) => `translateX(calc(${places * 100}% + ${drag}px))`;

/** 1 where the next picture is to the right, -1 where it is to the left. */
function readingDirection(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}
