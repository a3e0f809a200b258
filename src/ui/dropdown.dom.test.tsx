import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../tests/support/runner/dom-page.tsx';
import { Dropdown } from './dropdown.tsx';

const summary = page.getByText('Account');
const isOpen = () => document.querySelector('details')?.open;

beforeEach(async () => {
  await renderPage(
    <>
      <h1>Cars</h1>
      <Dropdown summary="Account" summaryClassName="">
        {(close) => (
          <button type="button" onClick={close}>
            Profile
          </button>
        )}
      </Dropdown>
    </>,
  );
  await userEvent.click(summary);
  await expect.poll(isOpen).toBe(true);
});

test('a click outside closes it', async () => {
  await userEvent.click(page.getByRole('heading'));
  await expect.poll(isOpen).toBe(false);
});

test('Escape closes it and returns the focus', async () => {
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.poll(isOpen).toBe(false);
  await expect.element(summary).toHaveFocus();
});

test('an item closes it', async () => {
  await userEvent.click(page.getByText('Profile'));
  await expect.poll(isOpen).toBe(false);
});
