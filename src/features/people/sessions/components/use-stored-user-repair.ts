import { useEffect } from 'react';
import { hasStoredUser, onUserSignedOut, rememberUser } from '#lib/session/stored-user.ts';

/**
 * Updates the user stored in the browser from the server's data. Calls `onNew` if none was stored: the user logged in
 * without JavaScript or has cleared the storage. Reloads the page when another tab logs out, which redirects to login.
 */
export function useStoredUserRepair({ id, name }: { id: number; name: string }, onNew?: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once per user
  useEffect(() => {
    const isNew = !hasStoredUser();
    rememberUser({ id, name });
    if (isNew) void onNew?.();
  }, [id, name]);
  useEffect(() => onUserSignedOut(id, () => location.replace(location.pathname + location.search)), [id]);
}
