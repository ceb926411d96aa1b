import { ChunkingSocket } from '@diorama/gateway/collab/test-client.ts';
import { type Contender, interleave, percentile } from '../measure.ts';
import { loadOurs, startPeer } from '../peers.ts';
import { leaveAll, meet, type People } from '../people.ts';
import { liftPlans, openProduct, type Product, signUp } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';
import { until } from '../until.ts';

const SCENES = 500;
const PEOPLE = 3;
/** Edits of a person: one in ten seconds. */
const PACE = { perSecond: 0.1, seconds: 20 };
const ROUNDS = 3;
/** Scenes of one owner, below the limit of a user's sockets. */
const SCENES_OF_OWNER = 25;
const AT_ONCE = 10;
const MAX_RATIO = 1.2;

/** A socket of people in a network, as a proxy reports it: a network has a limit. */
function socketFrom(network: number, WebSocket: typeof import('ws').WebSocket): typeof ChunkingSocket {
  class ForwardedWebSocket extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { 'x-forwarded-for': `10.1.${network}.1` } });
    }
  }
  return class extends ChunkingSocket {
    constructor(configuration: ConstructorParameters<typeof ChunkingSocket>[0]) {
      super({ ...configuration, WebSocketPolyfill: ForwardedWebSocket } as typeof configuration);
    }
  };
}

/**
 * 99th percentile of the milliseconds from an edit until the other two have it, over all scenes. `rest` waits for
 * background work, so that it does not slow the next contender.
 */
function contender(
  name: string,
  meetings: readonly People[],
  rest: () => Promise<unknown> = async () => undefined,
): Contender {
  return {
    name,
    run: async () => {
      const moved = meetings.map((people, scene) => people.move({ ...PACE, phase: scene / meetings.length }));
      const delays = (await Promise.all(moved)).flat();
      await rest();
      return percentile(
        delays.toSorted((a, b) => a - b),
        0.99,
      );
    },
    check: () => {
      for (const people of meetings) {
        people.assertMoved();
      }
    },
  };
}

/** Resolves once the workers have merged all edits. @throws Error after two minutes */
async function allMerged({ db }: Product): Promise<void> {
  const isMerged = async () => (await db('composition_updates').first('seq')) === undefined;
  await until(isMerged, { everyMs: 200, withinMs: 120_000 });
}

export const collabScenes: Row = {
  name: 'collab-scenes',
  what: `${SCENES} scenes of ${PEOPLE} people on one gateway: 99th percentile of an edit, against hocuspocus that keeps nothing`,
  run: async () => {
    await using product = await openProduct({ TRUSTED_PROXIES: '127.0.0.1,::1' });
    using peer = await startPeer('hocuspocus-server.ts');
    using ends = new DisposableStack();
    const { default: WebSocket } = await loadOurs<{ default: typeof import('ws').WebSocket }>('ws');
    const scenes: { scene: string; token: string; Socket: typeof ChunkingSocket }[] = [];
    for (let owner = 0; owner < SCENES / SCENES_OF_OWNER; owner += 1) {
      const { api, account, token } = await signUp(product.stack.url);
      await liftPlans(product);
      const Socket = socketFrom(owner, WebSocket);
      for (let made = 0; made < SCENES_OF_OWNER; made += 1) {
        const { uuid } = await api('POST', '/api/compositions', { name: 'Meeting', account });
        scenes.push({ scene: String(uuid), token, Socket });
      }
    }
    const enterAll = async (url: string) => {
      const all: People[] = [];
      for (let at = 0; at < scenes.length; at += AT_ONCE) {
        const entered = scenes.slice(at, at + AT_ONCE).map((scene) => meet({ ...scene, url }, PEOPLE));
        all.push(...(await Promise.all(entered)));
      }
      ends.defer(() => leaveAll(all));
      return all;
    };
    const measured = await interleave(
      [
        contender('diorama', await enterAll(product.stack.url), () => allMerged(product)),
        contender('hocuspocus', await enterAll(peer.url)),
      ],
      { rounds: ROUNDS },
    );
    const ratio = medianOf(measured, 'diorama') / medianOf(measured, 'hocuspocus');
    return {
      unit: 'ms',
      measured,
      goals: [atMost('of bare hocuspocus', ratio, MAX_RATIO)],
      notes: ['all people are of one process, which shares the cores with the server'],
    };
  },
};
