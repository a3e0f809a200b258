/** Runs in the browser before each file of DOM tests. */
import '#generated/messages/all-areas.ts';
import '#ui/tokens.css';
import '#routes/layouts/shell.css';
import '#ui/admin/admin.css';
import { afterEach, vi } from 'vitest';
import { closeToast, currentToasts } from '#lib/pages/toast-store.ts';

document.documentElement.lang = 'en';
document.documentElement.dir = 'ltr';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const { id } of currentToasts()) closeToast(id);
});
