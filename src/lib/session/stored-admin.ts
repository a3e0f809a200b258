/** Name and id of the administrator signed in in this browser. For display only; the server checks the session. */
export type StoredAdmin = { id: number; name: string };

const ID = 'adminId';
const NAME = 'adminName';
/** Key of what this browser stores for the administrator's work without a connection. */
export const ADMIN_DATA = 'adminData';

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
    localStorage.removeItem(ADMIN_DATA);
  });
}

/** Calls `leave` when another window logs the administrator out or logs in a different one. */
export function onAdminSignedOut(id: number, leave: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if ((key === ID || key === null) && newValue !== String(id)) leave();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Ignores errors: a browser may deny storage, and everything works without it. */
function write(change: () => void): void {
  try {
    change();
  } catch {}
}
