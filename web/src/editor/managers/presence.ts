import { distinctColors } from '@diorama/shared/domain/person-colors.ts';
import { batch, computed, type Signal, signal } from '@preact/signals-core';
import type { Matrix4 } from 'three';
import type { Awareness } from 'y-protocols/awareness';
import { type ConnectedPerson, connectedPeople } from '../kernels/connected-people.ts';
import { roundTo } from '../kernels/round-measure.ts';
import { Manager } from './manager.ts';
import {
  isSameList,
  isSamePeer,
  type Peer,
  type PeerPerson,
  type PeerState,
  type PeerView,
  packSending,
  packView,
  readPeer,
  readView,
  reuseView,
  type Sending,
} from './peer-state.ts';

/** Awareness change: client ids. */
type Changed = { added: number[]; updated: number[]; removed: number[] };

/** Largest number of selected nodes that are shared; it keeps the state far below the gateway's limit. */
const MAX_SELECTED = 500;
/** Interval of shared drag updates, in milliseconds. */
const DRAG_INTERVAL_MS = 50;
/** Interval of shared camera and pointer updates, in milliseconds. */
const VIEW_INTERVAL_MS = 100;

/** Shares this user's state with other users, and reads theirs. */
export class PresenceManager extends Manager {
  /** Tabs of other users, and other tabs of this user. */
  readonly peers = signal<readonly Peer[]>([]);
  /** Camera and pointer of each tab, by client id; separate because they change constantly. */
  readonly views = signal<ReadonlyMap<number, PeerView>>(new Map());
  /** Other users who are present, each once. */
  readonly people = signal<readonly ConnectedPerson[]>([]);
  /** Number of other users who follow this user, in any tab. */
  readonly followers = computed(() => countFollowers(this.peers.value, this.person.uuid, this.clientId));
  readonly person: PeerPerson;
  /** The color in which others see this user. No other user of the scene has it. */
  readonly color: Signal<string>;
  readonly #awareness: Awareness;
  #dragTimer: ReturnType<typeof setTimeout> | null = null;
  #viewTimer: ReturnType<typeof setTimeout> | null = null;
  #drag: readonly number[] | null = null;
  #readView: (() => PeerView) | null = null;
  /** Order in which tabs were last active. */
  readonly #usedAt = new Map<number, number>();
  #uses = 0;
  /** Peers as received, and with colors that no two share. */
  #lastPeers: readonly Peer[] = [];
  readonly #colored = new WeakMap<Peer, Peer>();
  /** Everyone who was here since this tab came, by client id. */
  readonly #known = new Map<number, PeerPerson>();

  constructor(awareness: Awareness, person: PeerPerson) {
    super();
    this.#awareness = awareness;
    this.person = person;
    this.color = signal(person.avatarColor);
    const nothing = {
      selection: [],
      sending: [],
      recording: null,
      drag: null,
      following: null,
      cursor: null,
      camera: null,
      isFlat: false,
      showing: null,
    };
    awareness.setLocalState({ person, isAway: false, ...nothing } satisfies PeerState);
    awareness.on('change', this.#refresh);
    this.register(() => awareness.off('change', this.#refresh));
    this.register(() => clearTimeout(this.#dragTimer ?? undefined));
    this.register(() => clearTimeout(this.#viewTimer ?? undefined));
  }

  /** Client id of this tab. */
  get clientId(): number {
    return this.#awareness.clientID;
  }

  /** The person of a tab that is here or was, by its client id. */
  personOf(clientId: number): PeerPerson | undefined {
    return this.#known.get(clientId);
  }

  /**
   * Shares the selection. A drag moves exactly these nodes, so the ids are sent once and not with each move.
   */
  setSelection(ids: readonly string[]): void {
    this.#send({ selection: ids.slice(0, MAX_SELECTED) });
  }

  /** Shares whose camera this tab follows, by client id. */
  setFollowing(following: number | null): void {
    this.#send({ following });
  }

  /** Shares that this user presents, with the open annotation; null ends it. */
  setPresenting(presenting: PeerState['showing']): void {
    const before = this.#awareness.getLocalState()?.showing as PeerState['showing'];
    if (before?.stop !== presenting?.stop || (before === null) !== (presenting === null)) {
      this.#send({ showing: presenting });
    }
  }

  /** Shares the uploads of this tab. */
  setSending(sending: readonly Sending[]): void {
    this.#send({ sending: packSending(sending) });
  }

  /** Shares the row that edits are recorded into; null for none. */
  setRecording(target: { table: string; id: string } | null): void {
    this.#send({ recording: target && `${target.table}/${target.id}` });
  }

  /** Shares whether this tab is in the background. */
  setAway(isAway: boolean): void {
    this.#send({ isAway });
  }

  /**
   * Shares camera and pointer, at most 10 times a second and only when changed. The latest `read` is called
   * at the time of sending. Nothing is sent while no other user is present.
   */
  setView(read: () => PeerView): void {
    this.#readView = read;
    // Visitors are not peers.
    if (this.peers.value.length > 0 || this.#awareness.getLocalState()?.showing) {
      this.#viewTimer ??= setTimeout(this.#sendView, VIEW_INTERVAL_MS);
    }
  }

  /** Shares the matrix of a drag, at most 20 times a second; null ends it at once. */
  setDrag(delta: Matrix4 | null): void {
    this.#drag = delta === null ? null : delta.elements.map((value) => roundTo(value, 5));
    if (delta === null) {
      clearTimeout(this.#dragTimer ?? undefined);
      this.#dragTimer = null;
      this.#send({ drag: null });
    } else {
      this.#dragTimer ??= setTimeout(() => {
        this.#dragTimer = null;
        this.#send({ drag: this.#drag });
      }, DRAG_INTERVAL_MS);
    }
  }

  readonly #sendView = (): void => {
    this.#viewTimer = null;
    if (this.#readView) {
      this.#send(packView(this.#readView()));
    }
  };

  /** Sends only changed fields. */
  #send(patch: Partial<PeerState>): void {
    const before = this.#awareness.getLocalState();
    const isNew = ([key, value]: [string, unknown]) =>
      Array.isArray(value) && Array.isArray(before?.[key])
        ? !isSameList(value, before[key])
        : !Object.is(value, before?.[key]);
    if (before && Object.entries(patch).some(isNew)) {
      this.#awareness.setLocalState({ ...before, ...patch });
    }
  }

  /** Parses only the changed clients; all others keep their object identity. */
  readonly #refresh = ({ added, updated, removed }: Changed): void => {
    const states = this.#awareness.getStates();
    const touched = new Set([...added, ...updated, ...removed]);
    const known = new Map(this.#lastPeers.map((peer) => [peer.clientId, peer]));
    const views = new Map<number, PeerView>();
    const peers = [...states].flatMap(([clientId, state]) => {
      if (clientId === this.clientId) {
        return [];
      }
      const before = { peer: known.get(clientId), view: this.views.value.get(clientId) };
      const peer = touched.has(clientId) ? keepSame(readPeer(clientId, state), before.peer) : before.peer;
      if (!peer) {
        return [];
      }
      const view = touched.has(clientId) ? reuseView(readView(state), before.view) : before.view;
      this.#known.set(clientId, peer.person);
      views.set(clientId, view ?? { cursor: null, camera: null, isFlat: false });
      if (peer !== before.peer || view !== before.view) {
        this.#noteUse(clientId, { peer, view }, before);
      }
      return [peer];
    });
    this.#lastPeers = peers;
    this.#publish(this.#inColors(peers), views);
  };

  #inColors(peers: readonly Peer[]): Peer[] {
    const colors = distinctColors([this.person, ...peers.map(({ person }) => person)]);
    this.color.value = colors.get(this.person.uuid) ?? this.person.avatarColor;
    return peers.map((peer) => {
      const avatarColor = colors.get(peer.person.uuid) ?? peer.person.avatarColor;
      const known = this.#colored.get(peer);
      if (known?.person.avatarColor === avatarColor) {
        return known;
      }
      const colored = { ...peer, person: { ...peer.person, avatarColor } };
      this.#colored.set(peer, colored);
      return colored;
    });
  }

  #publish(peers: readonly Peer[], views: ReadonlyMap<number, PeerView>): void {
    const before = this.peers.value;
    const isSame = isSameList(peers, before);
    for (const { clientId } of before) {
      if (!views.has(clientId)) {
        this.#usedAt.delete(clientId);
      }
    }
    const isSameViews =
      views.size === this.views.value.size &&
      [...views].every(([id, view]) => this.views.value.get(id) === view);
    const people = connectedPeople(peers, this.#usedAt, this.person.uuid);
    batch(() => {
      if (!isSameViews) {
        this.views.value = views;
      }
      if (!isSame) {
        this.peers.value = peers;
      }
      if (!isSamePeople(people, this.people.value)) {
        this.people.value = people;
      }
    });
    if (before.length === 0 && peers.length > 0 && this.#readView) {
      this.setView(this.#readView);
    }
  }

  /** A background tab, or a tab that follows a camera, does not count as active through its view. */
  #noteUse(clientId: number, now: Noted, before: Partial<Noted>): void {
    const isMoved = now.peer !== before.peer || now.view?.cursor !== before.view?.cursor;
    const isLooking = now.peer.following === null && now.view?.camera !== before.view?.camera;
    if (!before.peer || (!now.peer.isAway && (isMoved || isLooking))) {
      this.#uses += 1;
      this.#usedAt.set(clientId, this.#uses);
    }
  }
}

type Noted = { peer: Peer; view: PeerView | undefined };

function keepSame(next: Peer | null, before: Peer | undefined): Peer | null {
  return next && before && isSamePeer(next, before) ? before : next;
}

function isSamePeople(a: readonly ConnectedPerson[], b: readonly ConnectedPerson[]): boolean {
  const list = (people: readonly ConnectedPerson[]) =>
    people.flatMap(({ person, clientId, following, isAway, recording }) => [
      ...[person.uuid, person.name, person.avatarUrl, person.avatarColor],
      ...[clientId, following, isAway, recording],
    ]);
  return isSameList(list(a), list(b));
}

/** Each user counts once, regardless of tabs; the user's own tabs do not count. */
function countFollowers(peers: readonly Peer[], ownUuid: string, ownId: number): number {
  const own = new Set([ownId]);
  for (const { person, clientId } of peers) {
    if (person.uuid === ownUuid) {
      own.add(clientId);
    }
  }
  const isFollower = ({ person, following }: Peer) =>
    person.uuid !== ownUuid && following !== null && own.has(following);
  return new Set(peers.filter(isFollower).map(({ person }) => person.uuid)).size;
}
