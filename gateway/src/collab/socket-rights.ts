import { CodedError } from '@diorama/shared/contract/errors.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import { listOverdueLinks } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import type { Connection, Hocuspocus } from '@hocuspocus/server';
import { actorOfSession } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import type { AccessChange } from '../live/access-changes.ts';
import { findCompositionFacts } from '../modules/compositions/facts.ts';
import { findSharedScene } from '../modules/public/shared-scene.ts';
import { CLOSE_CODES, type CloseReason, closeSocket } from './close-socket.ts';
import { sceneIdOf } from './collab-context.ts';

/** Credential of a socket: a user's session, or a link to one scene. */
export type Holder = { userId: string; sessionId: string } | { userId: null; keyVersion: number };

/** Current rights of a holder in a scene. */
export type Rights = 'edit' | 'look' | 'none' | 'session-ended';

type RightsDeps = Pick<Deps, 'db' | 'env' | 'tokens' | 'logger' | 'access' | 'readOnly'>;

/** Sockets whose rights are read at the same time, to limit the load on the database. */
const AT_ONCE = 20;
const RETRY_MS = 500;
/** Interval of the check for expired links. */
const LINKS_MS = 1_000;

/** Who a token for a scene speaks for; null for no one. */
export async function holderOf(
  { tokens }: Pick<Deps, 'tokens'>,
  token: string,
  compositionId: string,
): Promise<Holder | null> {
  const claims = await tokens.verify(token);
  if (claims?.kind === 'access') {
    return { userId: claims.userId, sessionId: claims.sessionId };
  }
  const isForScene = claims?.kind === 'share' && claims.compositionId === compositionId;
  return isForScene ? { userId: null, keyVersion: claims.keyVersion } : null;
}

/** Decides with the same policy as HTTP. @throws Error when the database cannot be asked. */
export async function rightsOf(
  deps: Pick<Deps, 'db' | 'env'>,
  holder: Holder,
  compositionId: string,
): Promise<Rights> {
  if (holder.userId === null) {
    const scene = await findSharedScene(deps.db, compositionId);
    const isOpen = scene?.sharing.live === true && !scene.isBlocked;
    return isOpen && scene.keyVersion === holder.keyVersion ? 'look' : 'none';
  }
  try {
    await actorOfSession(deps, holder.userId, holder.sessionId);
  } catch (error) {
    if (error instanceof CodedError) {
      return 'session-ended';
    }
    throw error;
  }
  const facts = await findCompositionFacts(deps.db, compositionId, holder.userId);
  if (facts === null || !authorizeComposition('read', facts).allowed) {
    return 'none';
  }
  return authorizeComposition('edit', facts).allowed ? 'edit' : 'look';
}

/** Keeps open sockets in accordance with the rights of their holders. */
export interface SocketRights {
  /** Number of rights changes received. A socket that took long to open compares it. */
  readonly rightsVersion: number;
  /**
   * Reads the rights of a socket again, and closes it if they have changed. Retries until the
   * database answers.
   */
  ask(connection: Connection): Promise<void>;
  close(): Promise<void>;
}

/** Reads the rights again of every socket that a change may concern, and of all sockets after a gap. */
export function watchRights(deps: RightsDeps, hocuspocus: Hocuspocus): SocketRights {
  const { logger } = deps;
  let rightsVersion = 0;
  let isClosed = false;

  const askFor = async (connections: readonly Connection[]) => {
    const isOpen = (connection: Connection) => connection.document.hasConnection(connection);
    while (!isClosed) {
      const [first] = connections.filter(isOpen);
      if (!first) {
        return;
      }
      try {
        const rights = await rightsOf(deps, first.context, sceneIdOf(first.document.name));
        for (const connection of connections.filter(isOpen)) {
          const reason = closeReasonFor(rights, deps.readOnly.isOn ? rights === 'look' : connection.readOnly);
          if (reason !== null) {
            closeSocket(connection, CLOSE_CODE_OF[reason], reason);
          }
        }
        return;
      } catch (err) {
        logger.warn({ err }, 'permissions could not be read, retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  /** One read for all sockets with the same key. */
  const askAll = async (connections: Connection[]) => {
    const groups = [...Map.groupBy(connections, keyOf).values()];
    while (groups.length > 0) {
      await Promise.all(groups.splice(0, AT_ONCE).map(askFor));
    }
  };

  const listOpen = () => [...hocuspocus.documents.values()].flatMap((document) => document.getConnections());
  const askLinks = async () => {
    const visitors = listOpen().filter(({ context }) => context.userId === null);
    const byScene = Map.groupBy(visitors, ({ document }) => sceneIdOf(document.name));
    const overdue = byScene.size > 0 ? await listOverdueLinks(deps.db, [...byScene.keys()]) : [];
    await askAll(overdue.flatMap((id) => byScene.get(id) ?? []));
  };
  const links = createLoop({
    everyMs: LINKS_MS,
    run: askLinks,
    onError: (err) => logger.warn({ err }, 'expired links could not be read'),
  });
  const stop = deps.access.subscribe((change) => {
    rightsVersion += 1;
    // Never rejects: each read is retried until there is an answer.
    void askAll(listOpen().filter((connection) => isConcerned(connection, change)));
  });

  return {
    get rightsVersion() {
      return rightsVersion;
    },
    ask: (connection) => askFor([connection]),
    close: async () => {
      isClosed = true;
      stop();
      await links.close();
    },
  };
}

/** Equal keys for sockets with equal rights: the same holder in the same scene. */
function keyOf({ context, document }: Connection<Holder>): string {
  const holder = context.userId === null ? [context.keyVersion] : [context.userId, context.sessionId];
  return JSON.stringify([document.name, ...holder]);
}

function isConcerned({ context, document }: Connection<Holder>, change: AccessChange): boolean {
  switch (change?.kind) {
    case 'session':
      return context.userId !== null && change.ids.has(context.sessionId);
    case 'person':
      return context.userId !== null && change.ids.has(context.userId);
    case 'scene':
      return change.ids.has(sceneIdOf(document.name));
    // Only the database knows the scenes of a workspace, and it is queried anyway.
    default:
      return true;
  }
}

const CLOSE_CODE_OF = {
  'session-ended': CLOSE_CODES.sessionEnded,
  'access-changed': CLOSE_CODES.accessChanged,
} as const satisfies Partial<Record<CloseReason, number>>;

function closeReasonFor(rights: Rights, isReadOnly: boolean): keyof typeof CLOSE_CODE_OF | null {
  if (rights === 'session-ended') {
    return 'session-ended';
  }
  return rights === (isReadOnly ? 'look' : 'edit') ? null : 'access-changed';
}
