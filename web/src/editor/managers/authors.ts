import type * as Y from 'yjs';
import { Manager } from './manager.ts';
import type { PeerPerson } from './peer-state.ts';
import type { PresenceManager } from './presence.ts';
import type { SceneManager } from './scene.ts';

/** The person who changed something: another person, this person in another tab, or null for one who is not known. */
export type Author = PeerPerson | 'self' | null;

/** Who else changed each node, each material and the scene last, as far as this tab saw it happen. */
export class AuthorsManager extends Manager {
  readonly #presence: PresenceManager;
  /** Client ids by the id of what they changed last, '' for the scene. */
  readonly #last = new Map<string, number | null>();

  constructor(scene: SceneManager, presence: PresenceManager) {
    super();
    this.#presence = presence;
    this.register(
      scene.onSharedChange((_document, change, transaction) => {
        if (transaction.local) {
          return;
        }
        const author = clientOf(transaction);
        for (const id of [...change.nodes, ...change.materials, ...(change.scene ? [''] : [])]) {
          this.#last.set(id, author);
        }
      }),
    );
  }

  /** Who else changed a node or material last, or the scene for ''. */
  authorOf(id: string): Author {
    return this.#authorBy(this.#last.get(id) ?? null);
  }

  /** Who wrote a transaction. */
  authorOfWrite(transaction: Y.Transaction): Author {
    return this.#authorBy(clientOf(transaction));
  }

  #authorBy(client: number | null): Author {
    const person = client === null ? undefined : this.#presence.personOf(client);
    if (!person) {
      return null;
    }
    return person.uuid === this.#presence.person.uuid ? 'self' : person;
  }
}

/** The client that wrote a transaction, null where there are several. */
function clientOf({ beforeState, afterState }: Y.Transaction): number | null {
  const authors = [...afterState].filter(([client, clock]) => clock > (beforeState.get(client) ?? 0));
  return authors.length === 1 ? (authors[0]?.[0] ?? null) : null;
}
