import { type ComponentType, memo, Suspense, use, useEffect, useRef, useState } from 'react';
import { type LazyPartOptions, lazyPart, loadPart } from './lazy-part.ts';

const INTERACTIONS = ['pointerover', 'focusin', 'touchstart', 'click', 'change'] as const;
/** How far from the viewport a part is when its scripts begin to load. */
const NEAR = '400px';
/** Buttons that do nothing without scripts. */
const SCRIPTED = 'button[type="button"]:not([popovertarget])';

let isHydrated = false;

/** Notes that the document is hydrated: parts that are rendered from now on have no HTML that could wait. */
export function useHydrationNote(): void {
  useEffect(() => {
    isHydrated = true;
  }, []);
}

type NearPartOptions = LazyPartOptions & {
  /** Shown while a part without HTML from the server loads. */
  fallback?: React.ReactNode;
};

/**
 * Creates a component whose HTML comes from the server, and whose scripts load when it comes near the viewport or is touched.
 * Until then React leaves the HTML alone. A change of its properties loads the scripts at once, so pass the same objects.
 */
export function nearPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback = null, ...options }: NearPartOptions = {},
) {
  const Part = lazyPart(load, options);
  const arrivalOf = () =>
    import.meta.env.SSR || isHydrated ? null : new Arrival(() => loadPart(load, options.areas ?? []));

  function Arriving({ arrival, props }: { arrival: Arrival | null; props: Props }) {
    if (arrival) use(arrival.awaitedWith(props));
    useEffect(() => arrival?.end(), [arrival]);
    return <Part {...props} />;
  }

  return memo(function NearPart(props: Props) {
    const [arrival] = useState(arrivalOf);
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (box.current) return arrival?.watch(box.current);
    }, [arrival]);
    return (
      <div ref={box} className="grid min-w-0 grid-cols-1">
        <Suspense fallback={fallback}>
          <Arriving arrival={arrival} props={props} />
        </Suspense>
      </div>
    );
  });
}

/** Whether the address names a place in an element. */
function holdsPlace(element: HTMLElement): boolean {
  const id = location.hash.slice(1);
  return id !== '' && element.querySelector(`[id="${CSS.escape(id)}"]`) !== null;
}

/** The scripts of a part on their way to its HTML. */
class Arrival {
  readonly #load: () => Promise<unknown>;
  readonly #loaded: Promise<void>;
  #finish = () => {};
  #stop = () => {};
  #first: object | null = null;
  #pressed: HTMLElement | null = null;
  #chosen: { list: HTMLSelectElement; value: string } | null = null;

  constructor(load: () => Promise<unknown>) {
    this.#load = load;
    this.#loaded = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /**
   * React asks once after it has hydrated the page around the part. It asks again when something above the part changes, and
   * holds that change back until the part has its scripts. Other properties make the HTML obsolete, also without scripts.
   */
  awaitedWith(props: object): Promise<void> {
    if (this.#first !== null) this.#start(props === this.#first ? () => {} : this.#finish);
    this.#first ??= props;
    return this.#loaded;
  }

  /** Starts loading when the element is near or touched, or holds the place that the address names. React stops most events at the document, so the window listens. */
  watch(element: HTMLElement): () => void {
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.#start(),
      { rootMargin: NEAR },
    );
    const touch = ({ type, target }: Event) => {
      if (!(target instanceof Element) || !element.contains(target)) return;
      if (type === 'click') this.#pressed = target.closest<HTMLElement>(SCRIPTED);
      if (type === 'change' && target instanceof HTMLSelectElement)
        this.#chosen = { list: target, value: target.value };
      this.#start();
    };
    watcher.observe(element);
    if (holdsPlace(element)) this.#start();
    for (const type of INTERACTIONS) addEventListener(type, touch, { capture: true, passive: true });
    this.#stop = () => {
      watcher.disconnect();
      for (const type of INTERACTIONS) removeEventListener(type, touch, { capture: true });
    };
    return this.#stop;
  }

  /** The part works now. Repeats the last press and choice, which did nothing before. */
  end(): void {
    this.#stop();
    const [pressed, chosen] = [this.#pressed, this.#chosen];
    this.#pressed = null;
    this.#chosen = null;
    pressed?.click();
    if (!chosen) return;
    chosen.list.value = chosen.value;
    chosen.list.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Without a connection the HTML stays. The next touch, or the connection when it is back, tries again. */
  #start(onFailure = () => {}): void {
    const again = () => this.#start();
    void this.#load().then(this.#finish, () => {
      addEventListener('online', again, { once: true });
      onFailure();
    });
  }
}
