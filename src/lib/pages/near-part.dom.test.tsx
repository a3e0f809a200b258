import { useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { nearPart, useHydrationNote } from './near-part.tsx';

const FAR = <div style={{ height: '5000px' }} />;
const HTML = '<div style="height:5000px"></div><div class="grid min-w-0 grid-cols-1"><!--$-->';

function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  const [side, setSide] = useState('left');
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
      <select aria-label={`side ${side}`} value={side} onChange={({ target }) => setSide(target.value)}>
        <option>left</option>
        <option>right</option>
      </select>
    </>
  );
}

/** Hydrates a page whose part is 5,000 pixels below the top. The part loads when `arrive` is called. */
function show() {
  const { promise, resolve: arrive, reject: fail } = Promise.withResolvers<{ default: typeof Counter }>();
  const load = vi.fn(() => promise);
  const Part = nearPart(load);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = `${HTML}<button type="button">pressed <!-- -->0</button><select aria-label="side left"><option selected="">left</option><option>right</option></select><!--/$--></div>`;
  const button = container.querySelector('button') as HTMLButtonElement;
  let change = (_start: number) => {};
  function Page() {
    const [start, setStart] = useState(0);
    change = setStart;
    return (
      <>
        {FAR}
        <Part start={start} />
      </>
    );
  }
  const root = hydrateRoot(container, <Page />);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    scrollTo(0, 0);
  });
  return {
    load,
    arrive: () => arrive({ default: Counter }),
    fail,
    button,
    container,
    change: (to: number) => change(to),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

test('a part that is far away loads nothing, and keeps its HTML when it comes near', async () => {
  const { load, arrive, button, container } = show();
  await settled();
  expect(load).not.toHaveBeenCalled();
  button.scrollIntoView();
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(0);
  arrive();
  await settled();
  await page.getByRole('button').click();
  await expect.element(page.getByText('pressed 1')).toBeVisible();
  expect(container.querySelector('button')).toBe(button);
});

test('repeats a press that came before the scripts', async () => {
  const { load, arrive, button } = show();
  button.scrollIntoView();
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(0);
  await page.getByRole('button').click();
  await settled();
  expect(button).toHaveTextContent('pressed 0');
  arrive();
  await expect.element(page.getByText('pressed 1')).toBeVisible();
  await settled();
  expect(button).toHaveTextContent('pressed 1');
});

test('repeats a choice that came before the scripts', async () => {
  const { load, arrive, button } = show();
  button.scrollIntoView();
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(0);
  await page.getByRole('combobox').selectOptions('right');
  arrive();
  await expect.element(page.getByRole('combobox', { name: 'side right' })).toHaveValue('right');
});

test('keeps its HTML when its scripts cannot be loaded', async () => {
  const { load, fail, button, container } = show();
  button.scrollIntoView();
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(0);
  fail(new TypeError('no connection'));
  await settled();
  expect(button).toBe(container.querySelector('button'));
  const before = load.mock.calls.length;
  button.dispatchEvent(new TouchEvent('touchstart', { bubbles: true }));
  expect(load.mock.calls.length).toBeGreaterThan(before);
});

test('a change of its properties loads it at once', async () => {
  const { load, arrive, container, change } = show();
  await settled();
  expect(load).not.toHaveBeenCalled();
  change(5);
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(0);
  arrive();
  await expect.poll(() => container.textContent).toContain('pressed 5');
});

test('a part that is rendered after the page was hydrated loads at once', async () => {
  const load = vi.fn(async () => ({ default: Counter }));
  const Part = nearPart(load);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  const Noted = () => {
    useHydrationNote();
    return null;
  };
  root.render(<Noted />);
  await settled();
  root.render(
    <>
      {FAR}
      <Part start={3} />
    </>,
  );
  await expect.poll(() => container.textContent).toContain('pressed 3');
  expect(load).toHaveBeenCalled();
});
