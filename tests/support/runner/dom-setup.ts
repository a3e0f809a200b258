/** Runs in the browser before each file of DOM tests. */
import '#ui/tokens.css';
import '#routes/layouts/shell.css';
import '#ui/admin/admin.css';
import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { loadMessages } from '#lib/i18n/document-messages.ts';
import { closeToast, currentToasts } from '#lib/pages/toast-store.ts';
import { areasOfAllPages } from '#page-areas.ts';

document.documentElement.lang = 'en';
document.documentElement.dir = 'ltr';
await loadMessages(areasOfAllPages());

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
