/** Name of a test database, which stays empty. */
const PROBE = 'diorama.probe';

/** IndexedDB of this browser; null where it is missing or access is forbidden. */
export function browserDatabases(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Whether a database can be opened: a private window, or a full disk, may offer IndexedDB and then refuse. */
export async function canOpenDatabase(
  databases: Pick<IDBFactory, 'open'> | null = browserDatabases(),
): Promise<boolean> {
  return await new Promise((resolve) => {
    try {
      const request = databases?.open(PROBE);
      if (!request) {
        resolve(false);
        return;
      }
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
      request.onerror = (event) => {
        // Some browsers log unhandled errors to the console.
        event.preventDefault();
        resolve(false);
      };
    } catch {
      resolve(false);
    }
  });
}
