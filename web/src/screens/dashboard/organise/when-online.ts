/**
 * Actions that run only while the server can be reached. Otherwise nothing changes on the page, and `onOffline` is called
 * with each attempt.
 */
export function whenOnline<Actions extends { [Name in keyof Actions]: (...args: never[]) => void }>(
  actions: Actions,
  { isOnline, onOffline }: { isOnline: () => boolean; onOffline: () => void },
): Actions {
  const guarded = Object.entries<(...args: never[]) => void>(actions).map(([name, action]) => [
    name,
    (...args: never[]) => (isOnline() ? action(...args) : onOffline()),
  ]);
  return Object.fromEntries(guarded) as Actions;
}
