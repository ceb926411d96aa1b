import { once } from 'node:events';
import { lowerPriority } from '@diorama/shared/server/runtime/lower-priority.ts';
import type { AttackTarget } from './attack-target.ts';
import { ATTACKS, type AttackName, type FinalEdits } from './attacks.ts';

/** First message to this process. */
export type AttackOrder = { names: AttackName[]; target: AttackTarget };

/** Runs the ordered attacks until the next message, and reports the edits that must be stored. */
async function main(): Promise<void> {
  // Real attackers use other machines.
  lowerPriority();
  const [order] = await once(process, 'message');
  const { names, target } = order as AttackOrder;
  const ending = new AbortController();
  process.once('message', () => ending.abort());
  const all = await Promise.all(names.map((name) => ATTACKS[name](target, ending.signal)));
  const report: FinalEdits = Object.assign({}, ...all);
  process.send?.(report, () => process.exit(0));
}

await main();
