import type { Connection, Document } from '@hocuspocus/server';

/** As long as the ids of a scene. */
const MAX_ID_LENGTH = 40;

/** Largest plausible distance from the origin, in metres. */
const FURTHEST = 1e6;

/** Maximum of simultaneous drags that visitors see. */
const MAX_DRAGS = 20;

/** Maximum of nodes in a drag that visitors see live. They see larger drags at the end. */
const MAX_DRAGGED = 100;

const MATRIX_LENGTH = 16;

/**
 * Current drags as sent to visitors: the nodes, and the offset as a matrix in the scene. The users are
 * not named.
 */
type DragsMessage = {
  type: 'drags';
  drags: readonly { ids: readonly string[]; matrix: readonly number[] }[];
};

/** Changes within this time are sent together: at most 20 messages a second and visitor. */
const BATCH_MS = 50;
const MAX_NAME_LENGTH = 200;

/**
 * The view of the person who leads visitors through a scene: the camera with its angle in degrees and without or with
 * perspective, the cursor, and the open annotation. `by` is null when the lead has ended.
 */
export type PresentingMessage = {
  type: 'showing';
  by: string | null;
  camera: readonly number[] | null;
  isFlat: boolean;
  cursor: readonly number[] | null;
  stop: string | null;
};

/**
 * Sends visitors of links the presenter's view, and the nodes being dragged. Users in a scene stay hidden.
 */
export interface Presenting {
  /** A visitor has come into a scene. */
  enter(connection: Connection): void;
  /** A socket that never entered may leave. */
  leave(document: Document, socketId: string): void;
  /** The awareness of a scene has changed. */
  handleChange(document: Document): void;
  close(): void;
}

/** `sent` are the last messages, one of each of {@link READERS}. */
type Audience = { visitors: Map<string, Connection>; sent: string[]; timer: NodeJS.Timeout | null };

const NOBODY: PresentingMessage = {
  type: 'showing',
  by: null,
  camera: null,
  isFlat: false,
  cursor: null,
  stop: null,
};

/** Each makes a separate message, so that none is repeated because of another. */
const READERS = [readPresenting, readDrags] as const;

export function createPresenting(): Presenting {
  const audiences = new Map<Document, Audience>();

  const send = (document: Document, audience: Audience) => {
    audience.timer = null;
    const before = audience.sent;
    audience.sent = textsOf(document);
    for (const text of audience.sent.filter((next, at) => next !== before[at])) {
      for (const visitor of audience.visitors.values()) {
        visitor.sendStateless(text);
      }
    }
  };

  return {
    enter: (connection) => {
      const { document } = connection;
      const audience = audiences.get(document) ?? {
        visitors: new Map(),
        sent: textsOf(document),
        timer: null,
      };
      audiences.set(document, audience);
      audience.visitors.set(connection.socketId, connection);
      for (const text of audience.sent) {
        connection.sendStateless(text);
      }
    },
    leave: (document, socketId) => {
      const audience = audiences.get(document);
      audience?.visitors.delete(socketId);
      if (audience?.visitors.size === 0) {
        clearTimeout(audience.timer ?? undefined);
        audiences.delete(document);
      }
    },
    handleChange: (document) => {
      const audience = audiences.get(document);
      if (audience) {
        audience.timer ??= setTimeout(() => send(document, audience), BATCH_MS).unref();
      }
    },
    close: () => {
      for (const { timer } of audiences.values()) {
        clearTimeout(timer ?? undefined);
      }
      audiences.clear();
    },
  };
}

function textsOf(document: Document): string[] {
  return READERS.map((read) => JSON.stringify(read(document.awareness.getStates())));
}

/**
 * Finds the person who leads visitors, the same on every gateway. Clients may send any state: members of another shape are
 * ignored.
 */
export function readPresenting(states: ReadonlyMap<number, Record<string, unknown>>): PresentingMessage {
  const leaders = [...states].filter(([, { showing }]) => typeof showing === 'object' && showing !== null);
  const [first] = leaders.sort(([a], [b]) => a - b);
  if (!first) {
    return NOBODY;
  }
  const { showing: presenting, person, camera, isFlat, cursor } = first[1];
  const { name } = (person ?? {}) as { name?: unknown };
  const { stop } = presenting as { stop?: unknown };
  return {
    type: 'showing',
    by: typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : '',
    camera: isNumberArray(camera, 7) ? camera : null,
    isFlat: isFlat === true,
    cursor: isNumberArray(cursor, 3) ? cursor : null,
    stop: isId(stop) ? stop : null,
  };
}

/**
 * Finds the current drags of the users in a scene, the same on every gateway. Malformed states are ignored.
 */
function readDrags(states: ReadonlyMap<number, Record<string, unknown>>): DragsMessage {
  const drags: { ids: string[]; matrix: number[] }[] = [];
  for (const [, { selection, drag }] of [...states].sort(([a], [b]) => a - b)) {
    if (drags.length < MAX_DRAGS && isNumberArray(drag, MATRIX_LENGTH) && isIds(selection)) {
      drags.push({ ids: selection, matrix: drag });
    }
  }
  return { type: 'drags', drags };
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_DRAGGED && value.every(isId);
}

/** Whether a client's value is an array of `count` finite numbers. */
function isNumberArray(value: unknown, count: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === count &&
    value.every((one) => Number.isFinite(one) && Math.abs(one) <= FURTHEST)
  );
}

/** Whether a client names something of a scene. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH;
}
