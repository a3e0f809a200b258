import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CardResponse } from '../model/listing-contract.ts';
import { isDrawing, nightUrl, type PictureQuality, pictureSet, pictureUrl } from '../model/picture-source.ts';

/** Placeholder for a missing picture, in the same 4:3 box. */
function PictureBox({ note }: { note: string }) {
  return (
    <div className="relative aspect-[4/3] overflow-hidden bg-sunken">
      <PictureNote>{note}</PictureNote>
    </div>
  );
}

export function PictureNote({ busy = false, children }: { busy?: boolean; children: string }) {
  return (
    <div className="@container absolute inset-0 grid place-content-center justify-items-center gap-2 text-ink-soft text-sm">
      <svg
        viewBox="0 0 96 40"
        className={`w-24 max-w-[70cqw] text-line-strong ${busy ? 'motion-safe:animate-pulse' : ''}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6 29c-2 0-3-1-3-3 0-5 3-7 9-8l11-2c7-7 13-11 22-11h10c8 0 14 4 20 11 10 1 18 3 18 10 0 2-1 3-3 3h-6M67 29H33M17 29H6" />
        <circle cx="25" cy="29" r="7" />
        <circle cx="75" cy="29" r="7" />
        <path d="M31 16h38M49 6v10" />
      </svg>
      {/* A thumbnail has no room for words; its car is named beside it. */}
      <span className="hidden @min-[8rem]:inline">{children}</span>
    </div>
  );
}

type CarPictureProps = {
  image: CardResponse['images'][number] | undefined;
  alt: string;
  /** The `sizes` attribute: the displayed width of the picture. */
  sizes: string;
  /** Loads immediately with high priority, for the first picture in view. */
  priority?: boolean;
  /** Featured card of the home page: loads when nearly in view and has its own loading and failure texts. */
  featured?: boolean;
  /** Defers loading. Without JavaScript, the browser's lazy loading applies. */
  deferred?: boolean;
  /** Omits the label 'Drawing', for a thumbnail next to a picture that has it. */
  unlabeled?: boolean;
  /** Shows all of the picture in a box of the parent's size, instead of a part of it in a 4:3 box. */
  whole?: boolean;
  quality?: PictureQuality;
  maxWidth?: 640 | 960 | 1600;
};

/** A car's picture in a fixed 4:3 box, in several formats and widths. Shows a drawing if there is no picture. */
export function CarPicture({
  image,
  alt,
  featured = false,
  deferred = false,
  unlabeled = false,
  whole = false,
  ...picture
}: CarPictureProps) {
  const t = useTranslator();
  const [failedUrl, setFailedUrl] = useState<string>();
  if (image === undefined) return <PictureBox note={t('cars.pictureMissing')} />;
  if (failedUrl === image.url)
    return <PictureBox note={t(featured ? 'cars.pictureFailedHome' : 'cars.pictureFailed')} />;
  const drawn = isDrawing(image.url);
  const description = drawn && alt ? t('cars.drawing.alt', { picture: alt }) : alt;
  const fit: Fit = whole ? 'object-contain' : 'object-cover';
  const common = { ...picture, fit, alt: description, onFailure: () => setFailedUrl(image.url) };
  const sources = drawn ? (
    <>
      <Sources url={image.url} theme="day" {...common} />
      <Sources url={nightUrl(image.url)} theme="night" {...common} />
    </>
  ) : (
    <Sources url={image.url} {...common} />
  );
  const fetched = deferred ? <noscript>{sources}</noscript> : sources;
  return (
    <div className={`relative ${whole ? 'size-full' : 'aspect-[4/3] overflow-hidden bg-sunken'}`}>
      {image.placeholder && <img src={image.placeholder} alt="" className={`absolute inset-0 size-full ${fit}`} />}
      {featured ? <LazyPicture>{sources}</LazyPicture> : fetched}
      {drawn && !unlabeled && <DrawingLabel />}
    </div>
  );
}

/** Says on a picture that it is a drawing, in the corner of a small picture, and not on one that is too small for words. */
function DrawingLabel() {
  const t = useTranslator();
  return (
    <div className="@container pointer-events-none absolute inset-x-2 bottom-2" aria-hidden="true">
      <span className="@max-[9rem]:-ms-2 @max-[9rem]:-mb-2 @max-[9rem]:rounded-none @max-[9rem]:rounded-se-sm @max-[9rem]:px-1.5 @max-[9rem]:py-0 @min-[5.5rem]:block hidden w-fit rounded-sm bg-quay/80 px-2 py-0.5 text-on-quay text-sm">
        {t('cars.drawing')}
      </span>
    </div>
  );
}

/**
 * Shows a skeleton until it is within 50 px of the viewport. Without JavaScript, the browser's lazy loading applies.
 */
function LazyPicture({ children }: { children: React.ReactNode }) {
  const t = useTranslator();
  const { ref, seen } = useInView();
  const [loaded, setLoaded] = useState(false);
  return (
    <div ref={ref} className="size-full" onLoadCapture={() => setLoaded(true)}>
      {!loaded && <PictureNote busy>{t('cars.pictureLoading')}</PictureNote>}
      {seen ? children : <noscript>{children}</noscript>}
    </div>
  );
}

type Fit = 'object-contain' | 'object-cover';

type SourcesProps = Omit<CarPictureProps, 'image' | 'featured' | 'deferred' | 'unlabeled' | 'whole'> & {
  url: string;
  /** The only theme that shows the picture. */
  theme?: 'day' | 'night';
  fit: Fit;
  onFailure: () => void;
};

/** A picture of one theme is always lazy, so that the browser does not load that of the other one. */
function Sources({
  url,
  theme,
  fit,
  alt,
  sizes,
  priority = false,
  quality = 60,
  maxWidth = 960,
  onFailure,
}: SourcesProps) {
  const reportEarlyFailure = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.currentSrc !== '' && picture.naturalWidth === 0) onFailure();
  };
  return (
    <picture className={theme && `by-${theme}`}>
      <source type="image/avif" srcSet={pictureSet(url, 'avif', maxWidth, quality)} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSet(url, 'webp', maxWidth, quality)} sizes={sizes} />
      <img
        ref={reportEarlyFailure}
        className={`absolute inset-0 size-full ${fit}`}
        src={pictureUrl(url, 'jpg', { width: 640, quality })}
        alt={alt}
        width={640}
        height={480}
        loading={priority && !theme ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={onFailure}
      />
    </picture>
  );
}

/** Reports whether the element has come within 50 px of the viewport since it was mounted. */
function useInView() {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setSeen(true);
        watcher.disconnect();
      },
      { rootMargin: '50px', threshold: 0.1 },
    );
    if (ref.current) watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, []);
  return { ref, seen };
}
