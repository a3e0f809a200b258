import { returnPath } from '#paths.ts';

/** Where a user goes on after confirming the email address: the link in the email opens another page. */
const STORED = 'continue-at';

export function storeContinueAt(path: string): void {
  try {
    localStorage.setItem(STORED, path);
  } catch {
    // A browser may deny storage; the user then finds the way back from the dashboard.
  }
}

/** Remembers the page that led to the sign-up, such as a car's checkout, for the link in the welcome email. */
export function storeSignupReason(): void {
  const next = new URLSearchParams(location.search).get('next');
  if (next !== null) storeContinueAt(returnPath(next));
}

/** Returns the stored path once; null if there is none. */
export function takeContinueAt(): string | null {
  try {
    const path = localStorage.getItem(STORED);
    localStorage.removeItem(STORED);
    return path?.startsWith('/') && !path.startsWith('//') ? path : null;
  } catch {
    return null;
  }
}
