import { residentBytes } from '@diorama/gateway/test/attacks/process-watch.ts';
import { type Measured, ROUNDS, summarise } from '../measure.ts';
import { meet } from '../people.ts';
import { openProduct } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const PEOPLE = 50;
const PER_SECOND = 5;
const MINUTES = 10;
const MB = 1_000_000;
/** Warm-up time, whose memory growth is compiled code and kept buffers. */
const WARM_UP_MINUTES = 2;
const MAX_GROWTH_MB = 32;

export const collabMemory: Row = {
  name: 'collab-memory',
  what: `the gateway's memory while ${PEOPLE} people work on one scene for ${MINUTES} minutes`,
  run: async () => {
    await using product = await openProduct();
    using ends = new DisposableStack();
    const { stack, token, account } = product;
    const { uuid } = await product.api('POST', '/api/compositions', { name: 'Meeting', account });
    const people = await meet({ url: stack.url, scene: String(uuid), token }, PEOPLE);
    ends.defer(() => people.leave());
    const pid = stack.run().processes.gateway?.pid ?? 0;
    const minutes: Measured[] = [];
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const values: number[] = [];
      for (let part = 0; part < ROUNDS; part += 1) {
        await people.move({ perSecond: PER_SECOND, seconds: 60 / ROUNDS });
        values.push(residentBytes(pid) / MB);
      }
      minutes.push(summarise(`minute ${minute}`, values));
    }
    const after = minutes[WARM_UP_MINUTES - 1]?.median ?? Number.NaN;
    const end = minutes.at(-1)?.median ?? Number.NaN;
    return {
      unit: 'MB',
      measured: minutes,
      goals: [atMost(`MB more than after ${WARM_UP_MINUTES} minutes`, end - after, MAX_GROWTH_MB)],
      notes: [],
    };
  },
};
