/** Is opened to find out whether any can be, and holds nothing. */
const PROBE = 'diorama.probe';

/** The databases of this browser; null where there are none, or a person forbids even to ask. */
export function browserDatabases(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Whether a database can be opened here: a private window, or one without room, may offer them and give none. */
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
        // Some browsers tell what nobody has taken care of in the console.
        event.preventDefault();
        resolve(false);
      };
    } catch {
      resolve(false);
    }
  });
}
