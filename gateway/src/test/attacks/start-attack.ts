import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackTarget } from './attack-target.ts';
import type { AttackOrder } from './attacker.ts';
import type { AttackName, FinalEdits } from './attacks.ts';

/** An attack that runs. */
export type RunningAttack = {
  /** Ends the attack. @returns the edits that must be stored */
  stop(): Promise<FinalEdits>;
  /** Ends the process of the attack at once. */
  kill(): void;
};

/** Longest time in which attacks end: their last edits wait half a minute to be stored. */
const STOP_MS = 120_000;

/** Starts attacks in a process of their own, so that their work delays no measurement. */
export function startAttack(names: readonly AttackName[], target: AttackTarget): RunningAttack {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Linux lowers the priority of whole sessions.
    detached: true,
  });
  const order: AttackOrder = { names: [...names], target };
  child.send(order);
  return {
    stop: async () => {
      const report = once(child, 'message');
      const exit = once(child, 'exit').then(() => Promise.reject(new Error('The attacker ended early')));
      exit.catch(() => undefined);
      child.send('stop');
      const late = sleep(STOP_MS, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('The attacker does not end')),
      );
      const [edits]: [FinalEdits] = (await Promise.race([report, exit, late])) as [FinalEdits];
      return edits;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
