import type { FileHandle, ImportFile } from '../../../../files/import-set.ts';

type Kept = { handle: FileHandle; path: string }[];

/** Source files of imports as handles in this browser, where supported, to resume after a reload. */
export interface StoredFiles {
  keep(nodeId: string, files: readonly ImportFile[]): void;
  /**
   * Opens the current files of an import; null if handles are unsupported, or files are gone or not
   * permitted.
   * @param ask - prompts the user, which browsers allow only during a click
   */
  open(nodeId: string, ask: boolean): Promise<ImportFile[] | null>;
  /** Whether files are stored whose permission can be requested. */
  has(nodeId: string): Promise<boolean>;
  forget(nodeId: string): void;
}

const DATABASE = 'diorama-imports';
const FILES = 'files';

/** Stores file handles in IndexedDB; stores nothing without a database. */
export function createStoredFiles(databases: IDBFactory | null): StoredFiles {
  const ask = async <Result>(
    mode: IDBTransactionMode,
    act: (files: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> => {
    const database = databases ? await openDatabase(databases) : null;
    if (!database) {
      return null;
    }
    try {
      return await settled(act(database.transaction(FILES, mode).objectStore(FILES)));
    } finally {
      database.close();
    }
  };
  const find = async (nodeId: string): Promise<Kept | null> => {
    const found = await ask('readonly', (files) => files.get(nodeId)).catch(() => null);
    return Array.isArray(found) && found.length > 0 ? (found as Kept) : null;
  };
  /** Not awaited: files without a stored handle must be chosen again. */
  const quietly = (work: Promise<unknown>) => {
    work.catch(() => undefined);
  };
  return {
    keep: (nodeId, files) => {
      const kept = files.flatMap(({ handle, path }) => (handle ? [{ handle, path }] : []));
      if (kept.length === files.length && kept.length > 0) {
        quietly(ask('readwrite', (store) => store.put(kept, nodeId)));
      }
    },
    open: async (nodeId, mayAsk) => {
      const kept = await find(nodeId);
      const files: ImportFile[] = [];
      for (const { handle, path } of kept ?? []) {
        if (!(await isReadable(handle, mayAsk))) {
          return null;
        }
        const file = await handle.getFile().catch(() => null);
        if (!file) {
          return null;
        }
        files.push({ file, path, handle });
      }
      return kept ? files : null;
    },
    has: async (nodeId) => (await find(nodeId)) !== null,
    forget: (nodeId) => quietly(ask('readwrite', (files) => files.delete(nodeId))),
  };
}

async function isReadable(handle: FileHandle, ask: boolean): Promise<boolean> {
  const mode = { mode: 'read' } as const;
  const state = (await handle.queryPermission?.(mode)) ?? 'denied';
  return state === 'granted' || (ask && (await handle.requestPermission?.(mode)) === 'granted');
}

async function openDatabase(databases: IDBFactory): Promise<IDBDatabase> {
  const request = databases.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(FILES);
  return await settled(request);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
