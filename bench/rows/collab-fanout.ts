import { type Contender, interleave, percentile } from '../measure.ts';
import { startPeer } from '../peers.ts';
import { type Meeting, meet, type People } from '../people.ts';
import { openProduct } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const SECONDS = 5;
/** A workshop of many clients with few edits, and a few clients that all drag at once; docs/decisions/0005 has the goals. */
const CROWDS = [
  { people: 50, perSecond: 5, goal: 1.2 },
  { people: 10, perSecond: 30, goal: 1.5 },
] as const;
type Crowd = (typeof CROWDS)[number];

const nameOf = (who: string, { people, perSecond }: Crowd) => `${who}, ${people} × ${perSecond}/s`;

/** 95th percentile of the milliseconds from an edit until the other clients have it. */
function contender(name: string, people: People, { perSecond }: Crowd): Contender {
  return {
    name,
    run: async () => {
      const delays = await people.move({ perSecond, seconds: SECONDS });
      return percentile(
        delays.toSorted((a, b) => a - b),
        0.95,
      );
    },
    check: () => people.assertMoved(),
  };
}

export const collabFanout: Row = {
  name: 'collab-fanout',
  what: 'what one writes in a scene reaches all others: 95th percentile, against hocuspocus that keeps nothing',
  run: async () => {
    await using product = await openProduct();
    using peer = await startPeer('hocuspocus-server.ts');
    using ends = new DisposableStack();
    const enter = async (meeting: Meeting, crowd: Crowd) => {
      const people = await meet(meeting, crowd.people);
      ends.defer(() => people.leave());
      return people;
    };
    const contenders: Contender[] = [];
    for (const crowd of CROWDS) {
      const { uuid } = await product.api('POST', '/api/compositions', {
        name: 'Meeting',
        account: product.account,
      });
      const ours = { url: product.stack.url, scene: String(uuid), token: product.token };
      const bare = { ...ours, url: peer.url };
      contenders.push(contender(nameOf('diorama', crowd), await enter(ours, crowd), crowd));
      contenders.push(contender(nameOf('hocuspocus', crowd), await enter(bare, crowd), crowd));
    }
    const measured = await interleave(contenders);
    const of = (who: string, crowd: Crowd) => medianOf(measured, nameOf(who, crowd));
    return {
      unit: 'ms',
      measured,
      goals: CROWDS.map((crowd) =>
        atMost(
          `of bare hocuspocus with ${crowd.people} people`,
          of('diorama', crowd) / of('hocuspocus', crowd),
          crowd.goal,
        ),
      ),
      notes: [
        'all people are of one process, which shares the cores with the server; ours checks each change and stores it as well',
      ],
    };
  },
};
