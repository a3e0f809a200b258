import { useEffect } from 'react';
import { hasStoredUser, onUserSignedOut, rememberUser } from '#lib/session/stored-user.ts';

/**
 * Makes the browser's hint true again from what the server says of the person. `onNew` runs when the browser did not know of them:
 * they logged in before the scripts were there, or cleared the storage. When another window logs out, the page asks the server
 * anew, which leads away from it.
 */
export function useStoredUserRepair({ id, name }: { id: number; name: string }, onNew?: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useEffect(() => {
    const isNew = !hasStoredUser();
    rememberUser({ id, name });
    if (isNew) void onNew?.();
  }, [id, name]);
  useEffect(() => onUserSignedOut(id, () => location.replace(location.pathname + location.search)), [id]);
}
