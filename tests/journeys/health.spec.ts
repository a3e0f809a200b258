import { expect, test } from '@playwright/test';

test('an unknown address answers 404 with the way home', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
});
