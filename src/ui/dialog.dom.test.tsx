import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from '#lib/pages/toast-store.ts';
import { renderPage } from '../../tests/support/runner/dom-page.tsx';
import { Dialog } from './dialog.tsx';

type ScreenProps = { holdsForm?: boolean; fields?: boolean; above?: string };

function Screen({ holdsForm = false, fields = true, above = '' }: ScreenProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <a href="/elsewhere">Behind</a>
      <Dialog title="Edit car" open={open} onClose={() => setOpen(false)} holdsForm={holdsForm}>
        {above && <p style={{ height: above }}>Read this first</p>}
        {fields && <input aria-label="Name" />}
        <button type="button">Save</button>
      </Dialog>
    </>
  );
}

const opener = page.getByRole('button', { name: 'Open' });
const dialog = page.getByRole('dialog', { name: 'Edit car' });
/** Clicks the backdrop, outside the dialog. */
const pressBeside = () =>
  userEvent.click(document.querySelector('dialog')!, { position: { x: -40, y: -40 }, force: true });

async function openDialog(props: Parameters<typeof Screen>[0] = {}) {
  await renderPage(<Screen {...props} />);
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
}

test('opens with the focus on its first field', async () => {
  await openDialog();
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
});

test('opens at its top with the focus on Close if its first field lies below what is visible', async () => {
  await openDialog({ above: '200vh' });
  await expect.element(page.getByText('Read this first')).toBeInViewport();
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
});

test('Escape closes it and returns the focus to what opened it', async () => {
  await openDialog();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
});

test('stays open when it is opened again before the browser has reported that it was closed', async () => {
  await openDialog();
  const element = document.querySelector('dialog')!;
  const reported = new Promise((resolve) => element.addEventListener('close', resolve, { once: true }));
  element.querySelector<HTMLElement>('[aria-label="Close"]')!.click();
  flushSync(() => {});
  expect(element.open).toBe(false);
  (opener.element() as HTMLElement).click();
  await reported;
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(dialog).toBeVisible();
});

test('Tab never leads to the page behind it', async () => {
  await openDialog();
  const frame = dialog.element();
  const reached = new Set<string>();
  for (let presses = 0; presses < 8; presses++) {
    await userEvent.tab();
    const focused = document.activeElement!;
    expect(focused === document.body || frame.contains(focused), focused.outerHTML).toBe(true);
    if (frame.contains(focused)) reached.add(focused.getAttribute('aria-label') ?? focused.textContent!);
  }
  expect([...reached].sort()).toEqual(['Close', 'Name', 'Save']);
});

test('the page behind it can be neither focused nor pressed', async () => {
  await openDialog();
  const behind = document.querySelector('a')!;
  behind.focus();
  expect(document.activeElement).not.toBe(behind);
  const { x, y } = behind.getBoundingClientRect();
  expect(document.elementFromPoint(x + 2, y + 2)).toBe(document.querySelector('dialog'));
});

test('its Close button closes it', async () => {
  await openDialog();
  await userEvent.click(page.getByRole('button', { name: 'Close' }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a click outside closes it', async () => {
  await openDialog();
  await pressBeside();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a click outside does not close a dialog with a form', async () => {
  await openDialog({ holdsForm: true });
  await pressBeside();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('forgets what was typed in it when it is closed', async () => {
  await openDialog();
  await userEvent.type(page.getByLabelText('Name'), 'Seal');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(opener);
  await expect.element(page.getByLabelText('Name')).toHaveValue('');
});

test('a toast appears inside an open dialog, where it can be pressed', async () => {
  await openDialog();
  showToast('Saved');
  const close = page.getByRole('alert').getByRole('button', { name: 'Close' });
  await expect.element(close).toBeVisible();
  expect(dialog.element().contains(close.element())).toBe(true);
  await userEvent.click(close);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});
