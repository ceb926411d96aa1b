import { createStoredList, type StoredList } from '../stored-list.ts';
import { browserDatabases } from './browser-databases.ts';

/** Storage APIs of the browser: missing where the user forbids them. */
export type LocalCopiesDependencies = {
  databases: Pick<IDBFactory, 'databases' | 'deleteDatabase'> | null;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/** A user's copy of one scene, both by uuid. */
export type CopyKey = { sceneId: string; personId: string };

const PREFIX = 'diorama.scene.';
const UNSENT = 'diorama.unsent';

/**
 * Local copies of scenes per user, so that edits survive a lost connection. They are deleted when the user signs out or
 * loses access to the scene.
 */
export class LocalCopies {
  readonly #databases: LocalCopiesDependencies['databases'];
  /** Names of copies with edits that the server may lack. */
  readonly #unsent: StoredList<string>;

  constructor({ databases, storage }: LocalCopiesDependencies) {
    this.#databases = databases;
    this.#unsent = createStoredList(storage, UNSENT);
  }

  /** Whether copies can be stored. */
  get canKeep(): boolean {
    return this.#databases !== null;
  }

  /** Name of a copy's database. */
  nameOf({ sceneId, personId }: CopyKey): string {
    return `${PREFIX}${sceneId}.${personId}`;
  }

  /** Stores whether a copy contains edits that the server may lack. */
  markUnsent(key: CopyKey, isUnsent: boolean): void {
    const name = this.nameOf(key);
    const before = this.#unsent.all();
    if (before.includes(name) !== isUnsent) {
      this.#unsent.keep(isUnsent ? [...before, name] : before.filter((one) => one !== name));
    }
  }

  /** Number of scenes with unsent edits of a user, as far as is known. */
  countUnsent(personId: string): number {
    return this.#unsent.all().filter((name) => isOf(name, personId)).length;
  }

  /** Deletes one copy. */
  async remove(key: CopyKey): Promise<void> {
    this.markUnsent(key, false);
    await this.#delete(this.nameOf(key));
  }

  /**
   * Deletes a user's copies; those with unsent edits only if `discardsUnsent`, otherwise they are sent after the next
   * sign-in.
   */
  async clear(personId: string, { discardsUnsent }: { discardsUnsent: boolean }): Promise<void> {
    // A browser that cannot list databases stores no copies.
    const found = (await this.#databases?.databases().catch(() => [])) ?? [];
    const names = found.flatMap(({ name }) => (name !== undefined && isOf(name, personId) ? [name] : []));
    const kept = discardsUnsent ? [] : this.#unsent.all();
    if (discardsUnsent) {
      this.#unsent.keep(this.#unsent.all().filter((name) => !isOf(name, personId)));
    }
    await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => this.#delete(name)));
  }

  /** Other tabs close the database on request; a tab that does not is not awaited. */
  #delete(name: string): Promise<void> {
    return new Promise((resolve) => {
      const request = this.#databases?.deleteDatabase(name);
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

/** Local copies in this browser. */
export function browserCopies(): LocalCopies {
  return new LocalCopies({ databases: browserDatabases(), storage: localStorage });
}

function isOf(name: string, personId: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith(`.${personId}`);
}
