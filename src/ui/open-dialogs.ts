/** The modal dialogs that are open, the topmost last. Beside it nothing can be seen well, pressed or read out. */
let dialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Counts a dialog as the topmost one, until what it returns is called. */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  change([...dialogs, dialog]);
  return () => change(dialogs.filter((each) => each !== dialog));
}

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const topDialog = () => dialogs.at(-1) ?? null;
export const noDialog = () => null;
