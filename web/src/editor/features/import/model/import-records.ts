/**
 * Pending work of an import, stored in this browser to survive a reload. `made` is the uploaded asset until
 * it is assigned to its node.
 */
type ImportRecord = { name: string; made?: string };

type Records = Readonly<Record<string, ImportRecord>>;

/**
 * Imports that this browser started in a scene, by node id. Tabs share them, so each access reads the storage
 * again.
 */
export class ImportRecords {
  readonly #key: string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

  constructor(sceneId: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#key = `diorama.imports.${sceneId}`;
    this.#storage = storage;
  }

  all(): Records {
    try {
      const value: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '{}');
      return typeof value === 'object' && value !== null ? (value as Records) : {};
    } catch {
      return {};
    }
  }

  add(nodeId: string, record: ImportRecord): void {
    this.#write({ ...this.all(), [nodeId]: record });
  }

  /** Removes and returns a record; null if another tab has already taken it. */
  take(nodeId: string): ImportRecord | null {
    const { [nodeId]: taken, ...rest } = this.all();
    if (taken) {
      this.#write(rest);
    }
    return taken ?? null;
  }

  #write(records: Records): void {
    if (Object.keys(records).length === 0) {
      this.#storage.removeItem(this.#key);
    } else {
      this.#storage.setItem(this.#key, JSON.stringify(records));
    }
  }
}
