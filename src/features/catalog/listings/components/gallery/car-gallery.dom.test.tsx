import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import { CarGallery } from './car-gallery.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('marks the newest of several pictures that come into view simultaneously', async () => {
  let deliver: (entries: Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>[]) => void = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
      constructor(callback: typeof deliver, options?: IntersectionObserverInit) {
        if (options?.threshold === 0.6) deliver = callback;
      }
    },
  );
  const images = ['front', 'side', 'rear'].map((side) => ({ url: `/media/demo-suv-white-crest-${side}-dark` }));
  await renderPage(<CarGallery images={images as never} car="BYD Seal" />);
  const pictures = [...document.querySelectorAll('.car-gallery > li')];
  deliver(pictures.slice(1).map((target) => ({ target, isIntersecting: true })));
  await expect.element(page.getByRole('button', { name: 'Show photo 3' })).toHaveAttribute('aria-current', 'true');
});
