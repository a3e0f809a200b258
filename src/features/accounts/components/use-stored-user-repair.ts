import { useEffect } from 'react';
import { hasStoredUser, rememberUser } from '#platform/session/stored-user.ts';

/**
 * Makes the browser's hint true again from what the server says of the person. `onNew` runs when the browser did not know of them:
 * they logged in before the scripts were there, or cleared the storage.
 */
export function useStoredUserRepair({ id, name }: { id: number; name: string }, onNew?: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useEffect(() => {
    const isNew = !hasStoredUser();
    rememberUser({ id, name });
    if (isNew) void onNew?.();
  }, [id, name]);
}
