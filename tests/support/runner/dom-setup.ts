/** Runs in the browser before each file of DOM tests. */
import '#generated/messages/all-areas.ts';
import '#ui/tokens.css';
import '#routes/layouts/shell.css';
import '#ui/admin/admin.css';
import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { closeToast, currentToasts } from '#lib/pages/toast-store.ts';

document.documentElement.lang = 'en';
document.documentElement.dir = 'ltr';

// All files share a page: the next one finds it empty.
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const { id } of currentToasts()) closeToast(id);
  await cleanup();
  await page.viewport(1024, 768);
  localStorage.clear();
  sessionStorage.clear();
});
