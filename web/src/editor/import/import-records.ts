/**
 * What an import still has to do, kept in this browser so that a reload loses nothing. `made` is the asset that its upload
 * has become, until the page may give it to its node.
 */
export type ImportRecord = { name: string; made?: string };

type Records = Readonly<Record<string, ImportRecord>>;

/** The imports that this browser began in a scene, by node id. Several tabs share them, so each look reads anew. */
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

  /** Takes a record out; null when it was not there, because another tab has taken it. */
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
