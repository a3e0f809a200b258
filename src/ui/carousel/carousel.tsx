import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '../icon.tsx';
import './carousel.css';

const MAX_VISIBLE = 3;

type CarouselProps = {
  label: string;
  /** How far the arrows scroll: one item, or all visible items. */
  step: 'item' | 'view';
  dots?: boolean;
  children: React.ReactNode[];
};

/** A scrollable row with up to three visible items. Its arrows wrap around. */
export function Carousel({ label, step, dots = false, children }: CarouselProps) {
  const t = useTranslator();
  const { row, first, inView } = useRow(children.length);
  const show = (item: number) =>
    row.current?.children[item]?.scrollIntoView({ inline: 'start', block: 'nearest', behavior: scrollBehavior() });
  const last = children.length - inView;
  const stride = step === 'item' ? 1 : inView;
  const next = () => show(first >= last ? 0 : Math.min(first + stride, last));
  const previous = () => show(first <= 0 ? last : Math.max(first - stride, 0));
  const pages = Math.ceil(children.length / inView);
  const page = first >= last ? pages - 1 : Math.floor(first / inView);
  const button =
    'grid size-11 place-items-center rounded-full border border-line-strong bg-surface hover:bg-sunken noscript:hidden';
  return (
    <div className="grid grid-cols-1 gap-4">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="carousel rounded-lg">
        <ul ref={row}>
          {children.map((child, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a carousel never move
            <li key={place}>{child}</li>
          ))}
        </ul>
      </section>
      <div className="flex items-center justify-between gap-4">
        <ol className="flex gap-1">
          {dots &&
            pages > 1 &&
            pages <= MAX_VISIBLE &&
            Array.from({ length: pages }, (_, at) => (
              <li key={String(at)} className="noscript:hidden">
                <button
                  type="button"
                  aria-label={t('ui.carousel.page', { label, page: at + 1, pages })}
                  aria-current={at === page}
                  onClick={() => show(at * inView)}
                  className="group grid size-11 place-items-center"
                >
                  <span className="size-3 rounded-full border border-line-strong group-aria-[current=true]:bg-ink" />
                </button>
              </li>
            ))}
        </ol>
        <div className="flex gap-2">
          <button type="button" aria-label={t('ui.carousel.previous', { label })} onClick={previous} className={button}>
            <Icon name="left" className="size-5 rtl:rotate-180" />
          </button>
          <button type="button" aria-label={t('ui.carousel.next', { label })} onClick={next} className={button}>
            <Icon name="right" className="size-5 rtl:rotate-180" />
          </button>
        </div>
      </div>
    </div>
  );
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** Tracks which items of a scrolled row are visible. */
function useRow(items: number) {
  const row = useRef<HTMLUListElement>(null);
  const [visibleItems, setSeen] = useState<ReadonlySet<number>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items need other watching
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const visible = new Set<number>();
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const place = Array.from(list.children).indexOf(target);
          if (isIntersecting) visible.add(place);
          else visible.delete(place);
        }
        setSeen(new Set(visible));
      },
      { root: list.parentElement, threshold: 0.7 },
    );
    for (const item of list.children) watcher.observe(item);
    return () => watcher.disconnect();
  }, [items]);
  return {
    row,
    first: visibleItems.size > 0 ? Math.min(...visibleItems) : 0,
    inView: Math.min(visibleItems.size > 0 ? visibleItems.size : MAX_VISIBLE, items),
  };
}
