/** Name and id of the administrator signed in in this browser: hints for display, never a proof. */
export type StoredAdmin = { id: number; name: string };

const ID = 'adminId';
const NAME = 'adminName';

export function rememberAdmin({ id, name }: StoredAdmin): void {
  write(() => {
    localStorage.setItem(ID, String(id));
    localStorage.setItem(NAME, name);
  });
}

export function clearAdmin(): void {
  write(() => {
    localStorage.removeItem(ID);
    localStorage.removeItem(NAME);
  });
}

/** Runs when another window has logged the administrator out, or another one in. */
export function onAdminSignedOut(id: number, leave: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if ((key === ID || key === null) && newValue !== String(id)) leave();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** A browser may refuse storage; everything works without. */
function write(change: () => void): void {
  try {
    change();
  } catch {}
}
