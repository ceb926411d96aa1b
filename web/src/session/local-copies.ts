import { browserDatabases } from './browser-databases.ts';

/** What this browser offers to keep things: missing where a person forbids it. */
export type LocalMeans = {
  databases: Pick<IDBFactory, 'databases' | 'deleteDatabase'> | null;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/** One person's copy of one scene, both by uuid. */
export type CopyKey = { sceneId: string; personId: string };

const PREFIX = 'diorama.scene.';
const UNSENT = 'diorama.unsent';

/**
 * The copies of scenes that this browser keeps for each person, so that edits outlive a lost connection. They go when
 * the person signs out, or may no longer see the scene.
 */
export class LocalCopies {
  readonly #means: LocalMeans;

  constructor(means: LocalMeans) {
    this.#means = means;
  }

  /** Whether there is anything to keep copies in. */
  get canKeep(): boolean {
    return this.#means.databases !== null;
  }

  /** The name of the database that holds a copy. */
  nameOf({ sceneId, personId }: CopyKey): string {
    return `${PREFIX}${sceneId}.${personId}`;
  }

  /** Remembers whether a copy holds edits that the server may not have. */
  markUnsent(key: CopyKey, isUnsent: boolean): void {
    const name = this.nameOf(key);
    const before = this.#unsent();
    if (before.includes(name) !== isUnsent) {
      this.#setUnsent(isUnsent ? [...before, name] : before.filter((one) => one !== name));
    }
  }

  /** How many scenes have edits of a person that lie in this browser only, as far as is known. */
  countUnsent(personId: string): number {
    return this.#unsent().filter((name) => isOf(name, personId)).length;
  }

  /** Deletes one copy with all that is in it. */
  async remove(key: CopyKey): Promise<void> {
    this.markUnsent(key, false);
    await this.#delete(this.nameOf(key));
  }

  /** Deletes a person's copies; those with unsent edits only if these are given up, as they go with the next sign-in. */
  async clear(personId: string, { givesUpUnsent }: { givesUpUnsent: boolean }): Promise<void> {
    // Where a browser does not say what it keeps, it keeps nothing for us either.
    const found = (await this.#means.databases?.databases().catch(() => [])) ?? [];
    const names = found.flatMap(({ name }) => (name !== undefined && isOf(name, personId) ? [name] : []));
    const kept = givesUpUnsent ? [] : this.#unsent();
    if (givesUpUnsent) {
      this.#setUnsent(this.#unsent().filter((name) => !isOf(name, personId)));
    }
    await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => this.#delete(name)));
  }

  #unsent(): string[] {
    try {
      const names: unknown = JSON.parse(this.#means.storage.getItem(UNSENT) ?? '[]');
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    } catch {
      return [];
    }
  }

  #setUnsent(names: readonly string[]): void {
    try {
      if (names.length === 0) {
        this.#means.storage.removeItem(UNSENT);
      } else {
        this.#means.storage.setItem(UNSENT, JSON.stringify(names));
      }
    } catch {
      // A storage that is full keeps no copy either; the save state says so.
    }
  }

  /** Other tabs that have it open let go of it by themselves; nobody waits for one that does not. */
  #delete(name: string): Promise<void> {
    return new Promise((resolve) => {
      const request = this.#means.databases?.deleteDatabase(name);
      if (!request) {
        resolve();
        return;
      }
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    });
  }
}

/** The copies of this browser. */
export function browserCopies(): LocalCopies {
  return new LocalCopies({ databases: browserDatabases(), storage: localStorage });
}

function isOf(name: string, personId: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith(`.${personId}`);
}
