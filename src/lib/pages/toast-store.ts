export type Toast = { id: number; text: string; kind: 'done' | 'failed'; action?: ToastAction | undefined };

/** A button in a toast. */
export type ToastAction = { label: string; run: () => void };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. It stays during navigation. It replaces an equal one, and a success replaces earlier failures. */
export function showToast(text: string, kind: Toast['kind'] = 'done', action?: ToastAction): void {
  lastId += 1;
  if (kind === 'done') closeFailures();
  const others = toasts.filter((toast) => toast.text !== text);
  change([...others, { id: lastId, text, kind, action }]);
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Closes the failures of earlier attempts, once one has succeeded. */
export function closeFailures(): void {
  change(toasts.filter(({ kind }) => kind === 'done'));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Toast[] = [];
export const currentToasts = () => toasts;
export const noToasts = () => NONE;
