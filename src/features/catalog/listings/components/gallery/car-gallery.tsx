import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Icon } from '#ui/icon.tsx';
import type { CardResponse } from '../../model/listing-contract.ts';
import { CarPicture } from '../car-picture.tsx';
import type { FullScreenGallery } from './full-screen-gallery.tsx';
import './car-gallery.css';

const MAX_THUMBNAILS = 4;
const INTERACTIONS = ['pointerenter', 'focusin', 'scroll'];
/** A phone gets 1.76 instead of 2 pixels per point, which saves two fifths of the bytes: the next width is 1.5 times as wide. */
const MAIN = '(min-width: 80rem) 52rem, (min-width: 64rem) 62vw, (min-width: 30rem) 100vw, 88vw';
const ARROW =
  'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-surface text-ink shadow-float noscript:hidden';

type CarGalleryProps = { images: CardResponse['images']; car: string };

/** A car's pictures, changed by swiping, arrows or thumbnails. On a phone, bars without pictures take the place of thumbnails. */
export function CarGallery({ images, car }: CarGalleryProps) {
  const t = useTranslator();
  const { row, current, show, shouldLoad } = useCurrentPicture(images.length);
  const [FullScreen, setFullScreen] = useState<typeof FullScreenGallery | null>(null);
  const fullScreenButton = useRef<HTMLButtonElement>(null);
  if (images.length === 0) return <CarPicture image={undefined} alt="" sizes={MAIN} />;
  const count = images.length;
  const moreText = (index: number) =>
    index === MAX_THUMBNAILS - 1 && count > MAX_THUMBNAILS && t('car.gallery.more', { count: count - MAX_THUMBNAILS });
  const alt = (index: number) => t('car.gallery.picture', { car, place: index + 1, count });
  const enlarge = async () => {
    fullScreenButton.current?.focus({ preventScroll: true });
    try {
      const { FullScreenGallery: loaded } = await import('./full-screen-gallery.tsx');
      setFullScreen(() => loaded);
    } catch {
      showToast(t('ui.unreachable'), 'failed');
    }
  };
  const leaveFullScreen = (last: number) => {
    setFullScreen(null);
    if (last !== current) show(last);
  };
  return (
    <section aria-label={t('car.gallery')}>
      <div className="relative overflow-hidden md:rounded-lg">
        <ul
          ref={row}
          tabIndex={count > 1 ? 0 : undefined}
          onClick={enlarge}
          onKeyDown={(event) => event.key === 'Enter' && enlarge()}
          className="car-gallery"
        >
          {images.map((image, index) => (
            <li key={image.url}>
              <CarPicture
                image={image}
                alt={alt(index)}
                sizes={MAIN}
                priority={index === 0}
                deferred={!shouldLoad(index)}
                quality={80}
                maxWidth={1600}
              />
            </li>
          ))}
        </ul>
        <button
          ref={fullScreenButton}
          type="button"
          aria-label={t('car.gallery.fullScreen')}
          aria-haspopup="dialog"
          onClick={enlarge}
          className="absolute end-3 top-3 grid size-11 place-items-center rounded-full bg-surface text-ink shadow-float noscript:hidden"
        >
          <Icon name="expand" className="size-5" />
        </button>
        {count > 1 && (
          <>
            <button
              type="button"
              aria-label={t('car.gallery.previous')}
              onClick={() => show((current - 1 + count) % count)}
              className={`${ARROW} start-3`}
            >
              <Icon name="left" className="size-5 rtl:rotate-180" />
            </button>
            <button
              type="button"
              aria-label={t('car.gallery.next')}
              onClick={() => show((current + 1) % count)}
              className={`${ARROW} end-3`}
            >
              <Icon name="right" className="size-5 rtl:rotate-180" />
            </button>
            <p
              className="figures absolute end-3 bottom-3 rounded-sm bg-quay/80 px-2 py-0.5 text-on-quay text-sm"
              aria-hidden="true"
            >
              {t('car.gallery.place', { place: current + 1, count })}
            </p>
          </>
        )}
      </div>
      {count > 1 && (
        <ul className="flex gap-2 px-4 sm:mt-3 sm:grid sm:grid-cols-4 md:px-0 noscript:hidden">
          {images.slice(0, MAX_THUMBNAILS).map((image, index) => (
            <li key={image.url} className="min-w-0 grow">
              <button
                type="button"
                aria-label={[t('car.gallery.show', { place: index + 1 }), moreText(index)].filter(Boolean).join(', ')}
                aria-current={index === current}
                onClick={() => show(index)}
                className="group relative block w-full overflow-hidden rounded-sm border-transparent max-sm:py-5 sm:border-2 sm:aria-[current=true]:border-ink"
              >
                <span className="block h-1 rounded-full bg-line-strong group-aria-[current=true]:bg-ink sm:hidden" />
                <span className="max-sm:hidden">
                  <CarPicture image={image} alt="" sizes="(min-width: 64rem) 14vw, 22vw" maxWidth={640} unlabeled />
                  {moreText(index) && (
                    <span className="absolute inset-0 grid place-content-center bg-quay/60 font-semibold text-on-quay">
                      {moreText(index)}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {FullScreen && <FullScreen images={images} car={car} first={current} onClose={leaveFullScreen} />}
    </section>
  );
}

/**
 * Tracks which picture of the scrolled row is in view, and scrolls to another. Only pictures that have been in view are
 * loaded; after the first interaction their neighbors are too.
 */
function useCurrentPicture(count: number) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([0]));
  const [hasInteracted, setInteracted] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed number of pictures needs a new observer
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        // A busy page delivers several entries together, the newest last.
        const entry = entries.findLast(({ isIntersecting }) => isIntersecting);
        if (!entry) return;
        const index = Array.from(list.children).indexOf(entry.target);
        setCurrent(index);
        setSeen((before) => (before.has(index) ? before : new Set(before).add(index)));
      },
      { root: list, threshold: 0.6 },
    );
    for (const picture of list.children) watcher.observe(picture);
    const onInteraction = () => setInteracted(true);
    for (const event of INTERACTIONS) list.addEventListener(event, onInteraction, { once: true });
    return () => {
      watcher.disconnect();
      for (const event of INTERACTIONS) list.removeEventListener(event, onInteraction);
    };
  }, [count]);
  const show = (index: number) => {
    const list = row.current;
    const picture = list?.children[index];
    if (!list || !picture) return;
    const by = picture.getBoundingClientRect().left - list.getBoundingClientRect().left;
    setInteracted(true);
    list.scrollBy({ left: by });
  };
  const shouldLoad = (index: number) =>
    seen.has(index) || (hasInteracted && (seen.has(index - 1) || seen.has(index + 1)));
  return { row, current, show, shouldLoad };
}
