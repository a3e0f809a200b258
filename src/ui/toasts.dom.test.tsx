import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from '#lib/pages/toast-store.ts';
import { renderPage } from '../../tests/support/runner/dom-page.tsx';
import { holdTimers } from '../../tests/support/runner/hold-timers.ts';

const SHOWN_FOR_MS = 5_000;
const toast = page.getByRole('alert');
const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
let time: ReturnType<typeof holdTimers>;

beforeEach(async () => {
  time = holdTimers(SHOWN_FOR_MS);
  await renderPage(<button type="button">Elsewhere</button>);
  await userEvent.hover(elsewhere);
});

test('a message is announced as an alert and disappears after five seconds', async () => {
  showToast('Saved');
  await expect.element(toast).toHaveTextContent('Saved');
  expect(time.count()).toBe(1);
  time.fire();
  await expect.element(toast).not.toBeInTheDocument();
});

test('it stays while the pointer is over it, and five seconds longer', async () => {
  showToast('Saved');
  await userEvent.hover(toast);
  await expect.poll(time.count).toBe(0);
  await expect.element(toast).toBeVisible();
  await userEvent.hover(elsewhere);
  await expect.poll(time.count).toBe(1);
  time.fire();
  await expect.element(toast).not.toBeInTheDocument();
});

test('it stays while the window is not in front', async () => {
  showToast('Saved');
  await expect.poll(time.count).toBe(1);
  dispatchEvent(new Event('blur'));
  await expect.poll(time.count).toBe(0);
  await expect.element(toast).toBeVisible();
  dispatchEvent(new Event('focus'));
  await expect.poll(time.count).toBe(1);
});

test('its Close button removes it and leaves the others', async () => {
  showToast('First');
  showToast('Second');
  await userEvent.click(toast.filter({ hasText: 'First' }).getByRole('button', { name: 'Close' }));
  await expect.element(page.getByText('First')).not.toBeInTheDocument();
  await expect.element(toast).toHaveTextContent('Second');
});

test('its action runs once and closes it', async () => {
  const run = vi.fn();
  showToast('Deleted', 'done', { label: 'Undo', run });
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
  await expect.element(toast).not.toBeInTheDocument();
});

test('an equal message replaces the first one, and a success removes earlier failures', async () => {
  showToast('Not saved', 'failed');
  showToast('Not saved', 'failed');
  await expect.poll(() => toast.elements().length).toBe(1);
  showToast('Saved');
  await expect.element(page.getByText('Not saved')).not.toBeInTheDocument();
  expect(toast.elements()).toHaveLength(1);
});

test('a failure differs from a success by icon and color', async () => {
  showToast('Saved');
  showToast('Not saved', 'failed');
  await expect.poll(() => toast.elements().length).toBe(2);
  const looks = toast.elements().map((card) => ({
    border: getComputedStyle(card).borderTopColor,
    icon: card.querySelector('svg')!.innerHTML,
  }));
  expect(looks[0]!.border).not.toBe(looks[1]!.border);
  expect(looks[0]!.icon).not.toBe(looks[1]!.icon);
});

test('dragged aside by most of its width it disappears, by less it returns', async () => {
  showToast('Saved');
  await expect.element(toast).toBeVisible();
  const card = toast.element() as HTMLElement;
  const drag = (by: number) => {
    for (const [type, clientX] of [
      ['pointerdown', 0],
      ['pointermove', by],
      ['pointerup', by],
    ] as const)
      card.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, bubbles: true }));
  };
  card.setPointerCapture = () => {};
  drag(card.offsetWidth * 0.5);
  await expect.element(toast).toBeVisible();
  expect(card.style.translate).toBe('');
  drag(card.offsetWidth * 0.9);
  await expect.element(toast).not.toBeInTheDocument();
});
