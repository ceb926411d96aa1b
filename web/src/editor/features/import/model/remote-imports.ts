import { Manager } from '../../../managers/manager.ts';
import { isSameList, readSending } from '../../../managers/peer-state.ts';
import type { PresenceManager } from '../../../managers/presence.ts';
import { watch } from '../../../signals.ts';
import type { ImportPhase } from './import-item.ts';

/** Imports of other users, as reported by presence. */
export class RemoteImports extends Manager {
  readonly #presence: PresenceManager;
  readonly #onChange: () => void;
  #sending: readonly string[] = [];

  /** Calls `onChange` whenever imports of others start, end or progress. */
  constructor(presence: PresenceManager, onChange: () => void) {
    super();
    this.#presence = presence;
    this.#onChange = onChange;
    this.register(watch(() => presence.peers.value, this.#update));
  }

  /** Progress of other users' imports, by node. */
  byNode(): ReadonlyMap<string, ImportPhase> {
    const found = new Map<string, ImportPhase>();
    for (const { person, sending } of this.#presence.peers.value) {
      for (const one of sending.map(readSending)) {
        if (one) {
          const { nodeId, share, isHeld } = one;
          found.set(nodeId, { kind: 'arriving', share, isHeld, person: person.name });
        }
      }
    }
    return found;
  }

  /** Presence changes many times a second; only a change of imports is reported. */
  readonly #update = (): void => {
    const sending = this.#presence.peers.value.flatMap((peer) => peer.sending);
    if (!isSameList(sending, this.#sending)) {
      this.#sending = sending;
      this.#onChange();
    }
  };
}
