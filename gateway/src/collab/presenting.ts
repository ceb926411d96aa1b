import type { Connection, Document } from '@hocuspocus/server';
import { readDrags } from './shown-drags.ts';
import { isId, isNumbers } from './shown-values.ts';

/** What changes within this time is told at once: at most 20 messages a second and visitor. */
const GATHER_MS = 50;
const MAX_NAME_LENGTH = 200;

/**
 * What visitors are told of whoever leads them through a scene: where they look from and at, with the angle in degrees and
 * whether without perspective, what they point at, and which annotation they have open. `by` is null when nobody does any more.
 */
export type PresentingMessage = {
  type: 'showing';
  by: string | null;
  camera: readonly number[] | null;
  isFlat: boolean;
  cursor: readonly number[] | null;
  stop: string | null;
};

/** Tells the visitors of links what whoever leads them looks at and what is being dragged; of who is in a scene they hear nothing. */
export interface Presenting {
  /** A visitor has come into a scene. */
  enter(connection: Connection): void;
  /** A socket that never entered may leave. */
  leave(document: Document, socketId: string): void;
  /** Somebody in a scene points or looks elsewhere. */
  handleChange(document: Document): void;
  close(): void;
}

/** `said` is what was told last, a text for each of {@link READERS}. */
type Audience = { visitors: Map<string, Connection>; said: string[]; timer: NodeJS.Timeout | null };

const NOBODY: PresentingMessage = {
  type: 'showing',
  by: null,
  camera: null,
  isFlat: false,
  cursor: null,
  stop: null,
};

/** Each makes a message of its own, so that none is told again for the sake of another. */
const READERS = [readPresenting, readDrags] as const;

export function createPresenting(): Presenting {
  const audiences = new Map<Document, Audience>();

  const tell = (document: Document, audience: Audience) => {
    audience.timer = null;
    const before = audience.said;
    audience.said = textsOf(document);
    for (const text of audience.said.filter((next, at) => next !== before[at])) {
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
        said: textsOf(document),
        timer: null,
      };
      audiences.set(document, audience);
      audience.visitors.set(connection.socketId, connection);
      for (const text of audience.said) {
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
        audience.timer ??= setTimeout(() => tell(document, audience), GATHER_MS).unref();
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
 * Finds who leads among the people in a scene, the same on every gateway. Clients may say anything of themselves: what
 * is not of the right shape is as if it were not there.
 */
export function readPresenting(states: ReadonlyMap<number, Record<string, unknown>>): PresentingMessage {
  const leaders = [...states].filter(([, { showing }]) => typeof showing === 'object' && showing !== null);
  const [first] = leaders.sort(([a], [b]) => a - b);
  if (!first) {
    return NOBODY;
  }
  const { showing, person, camera, isFlat, cursor } = first[1];
  const { name } = (person ?? {}) as { name?: unknown };
  const { stop } = showing as { stop?: unknown };
  return {
    type: 'showing',
    by: typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : '',
    camera: isNumbers(camera, 7) ? camera : null,
    isFlat: isFlat === true,
    cursor: isNumbers(cursor, 3) ? cursor : null,
    stop: isId(stop) ? stop : null,
  };
}
