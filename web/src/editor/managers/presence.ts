import { Matrix4 } from 'three';
import type { Awareness } from 'y-protocols/awareness';
import { Store } from '../store.ts';
import { Manager } from './manager.ts';

/** Who somebody is to the others. */
export type Person = { uuid: string; name: string; avatarUrl: string | null; avatarColor: string };

/** Somebody else who has the scene open, in one tab of theirs. */
export type Peer = {
  clientId: number;
  person: Person;
  selection: readonly string[];
  /** How far the selection is being moved right now, as a matrix in the scene. */
  drag: Matrix4 | null;
};

/** What an awareness says of a change: clients by their ids. */
type Changed = { added: number[]; updated: number[]; removed: number[] };

type State = { person: Person; selection: readonly string[]; drag: readonly number[] | null };

/** More selected nodes than these are not told to others; it keeps presence far below what a gateway takes. */
const MAX_SELECTED = 500;
/** How often others hear of a drag, in milliseconds. */
const DRAG_INTERVAL_MS = 50;

/** What others see of this person, and what this person sees of others. */
export class PresenceManager extends Manager {
  readonly peers = new Store<readonly Peer[]>([]);
  readonly #awareness: Awareness;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #drag: readonly number[] | null = null;

  constructor(awareness: Awareness, person: Person) {
    super();
    this.#awareness = awareness;
    awareness.setLocalState({ person, selection: [], drag: null } satisfies State);
    awareness.on('change', this.#refresh);
    this.register(() => awareness.off('change', this.#refresh));
    this.register(() => clearTimeout(this.#timer ?? undefined));
  }

  /** Tells what is selected: a drag moves exactly these, so that its list of ids is sent once and not at each move. */
  setSelection(ids: readonly string[]): void {
    this.#awareness.setLocalStateField('selection', ids.slice(0, MAX_SELECTED));
  }

  /** Tells how far the selection is being moved, at most 20 times a second; null ends it at once. */
  setDrag(delta: Matrix4 | null): void {
    this.#drag = delta === null ? null : delta.elements.map((value) => Math.round(value * 1e5) / 1e5);
    if (delta === null) {
      clearTimeout(this.#timer ?? undefined);
      this.#timer = null;
      this.#send();
    } else {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#send();
      }, DRAG_INTERVAL_MS);
    }
  }

  #send(): void {
    if (this.#awareness.getLocalState()?.drag !== this.#drag) {
      this.#awareness.setLocalStateField('drag', this.#drag);
    }
  }

  /** Reads anew only who has changed: everybody else stays the same object. */
  readonly #refresh = ({ added, updated, removed }: Changed): void => {
    const states = this.#awareness.getStates();
    const touched = new Set([...added, ...updated, ...removed]);
    const known = new Map(this.peers.get().map((peer) => [peer.clientId, peer]));
    const peers = [...states].flatMap(([clientId, state]) => {
      if (clientId === this.#awareness.clientID) {
        return [];
      }
      const peer = touched.has(clientId) ? readPeer(clientId, state) : known.get(clientId);
      return peer ? [peer] : [];
    });
    const isSame = peers.length === known.size && peers.every((peer) => known.get(peer.clientId) === peer);
    if (!isSame) {
      this.peers.set(peers);
    }
  };
}

/** Another client may send anything: what is not of the right shape is as if it were not there. */
function readPeer(clientId: number, state: Record<string, unknown>): Peer | null {
  const person = state.person as Partial<Person> | null | undefined;
  if (typeof person?.uuid !== 'string' || typeof person.name !== 'string') {
    return null;
  }
  const { selection, drag } = state;
  const isMatrix = Array.isArray(drag) && drag.length === 16 && drag.every((value) => Number.isFinite(value));
  return {
    clientId,
    person: {
      uuid: person.uuid,
      name: person.name.slice(0, 200),
      avatarUrl: typeof person.avatarUrl === 'string' ? person.avatarUrl : null,
      avatarColor: /^#[0-9a-f]{6}$/i.test(person.avatarColor ?? '') ? (person.avatarColor ?? '') : '#6fa3f5',
    },
    selection: Array.isArray(selection) ? selection.filter((id) => typeof id === 'string') : [],
    drag: isMatrix ? new Matrix4().fromArray(drag) : null,
  };
}
