import { prepareTarget } from '@diorama/gateway/test/attacks/attack-target.ts';
import { ATTACK_NAMES, type AttackName } from '@diorama/gateway/test/attacks/attacks.ts';
import { startBystander } from '@diorama/gateway/test/attacks/bystander.ts';
import { type AttackEffect, measureAttack } from '@diorama/gateway/test/attacks/measure-attack.ts';
import { summarise } from '../measure.ts';
import { openProduct } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const DURATION_MS = 15_000;
const MB = 1_000_000;
const ALL = 'all together';

/** 95th percentile of the slowest kind of call, in milliseconds. */
const worstOf = ({ p95 }: AttackEffect) => Math.max(...Object.values(p95));

function ratioTo(rest: AttackEffect, { p95 }: AttackEffect): number {
  const { read, list, edit, change, live } = rest.p95;
  return Math.max(
    p95.read / read,
    p95.list / list,
    p95.edit / edit,
    p95.change / change,
    p95.live / Math.max(1, live),
  );
}

export const fairness: Row = {
  name: 'fairness',
  what: 'the calls of one user beside another who does their worst: p95 of the slowest kind of call',
  run: async () => {
    await using product = await openProduct({ RATE_LIMIT_FACTOR: '1' });
    using ends = new DisposableStack();
    const { url } = product.stack;
    const pid = product.stack.run().processes.gateway?.pid ?? 0;
    const target = await prepareTarget(url);
    const bystander = await startBystander(url);
    ends.defer(() => bystander.close());
    const measure = async (names: readonly AttackName[]) => {
      try {
        return await measureAttack({ url, pid, target, bystander }, { names, durationMs: DURATION_MS });
      } catch (cause) {
        throw new Error(`Beside ${names.join(', ')}`, { cause });
      }
    };
    const rest = await measure([]);
    const effects = new Map<string, AttackEffect>([['at rest', rest]]);
    for (const name of ATTACK_NAMES) {
      effects.set(name, await measure([name]));
    }
    const all = await measure(ATTACK_NAMES);
    effects.set(ALL, all);
    // A thread that an earlier attack has started holds its memory for a minute.
    const mostGrown = Math.max(...[...effects.values()].map(({ grownBytes }) => grownBytes));
    const notes = [...effects].map(
      ([name, effect]) =>
        `${name}: ${ratioTo(rest, effect).toFixed(1)} × at rest, event loop p99 ${effect.loopDelayMs.toFixed(0)} ms, + ${(effect.grownBytes / MB).toFixed(0)} MB`,
    );
    return {
      unit: 'ms',
      measured: [...effects].map(([name, effect]) => summarise(name, [worstOf(effect)])),
      goals: [
        atMost('p95 beside all attacks, times at rest', ratioTo(rest, all), 10),
        atMost('event-loop delay p99 ms', all.loopDelayMs, 50),
        atMost('MB more memory, beside any of them', mostGrown / MB, 600),
        atMost(
          'acknowledged edits lost',
          [...effects.values()].reduce((sum, { lostEdits }) => sum + lostEdits, 0),
          0,
        ),
      ],
      notes,
    };
  },
};
