/** Open modal dialogs, the topmost last. Everything outside the topmost is inert. */
let dialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Registers a dialog as the topmost. Returns a function that removes it. */
export function registerDialog(dialog: HTMLDialogElement): () => void {
  change([...dialogs, dialog]);
  return () => change(dialogs.filter((each) => each !== dialog));
}

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const topDialog = () => dialogs.at(-1) ?? null;
export const noDialog = () => null;
