import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { yieldingCommand } from './lower-priority.ts';

const MODULE = new URL('./lower-priority.ts', import.meta.url).href;

const PRIORITIES = `
  const { getPriority } = await import('node:os');
  const { readdirSync } = await import('node:fs');
  console.log(JSON.stringify(readdirSync('/proc/self/task').map((id) => getPriority(Number(id)))));`;

/** What a command prints that begins a session, as it changes the priority of that. */
async function outputOf([command, ...args]: readonly [string, ...string[]]): Promise<string> {
  const { stdout } = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  return text(stdout);
}

/** Nice values of all threads of a Node process that runs a program first. */
const prioritiesOf = async (program: string, node: readonly [string, ...string[]] = [process.execPath]) =>
  JSON.parse(await outputOf([...node, '--input-type=module', '-e', program + PRIORITIES])) as number[];

describe.skipIf(!existsSync('/proc/self/task'))('a process with lowered priority', () => {
  it('lowers all its threads on request', async () => {
    const lowered = await prioritiesOf(
      `await (await import('node:fs/promises')).readFile('/proc/self/stat');
       (await import('${MODULE}')).lowerPriority();`,
    );
    expect(lowered.length).toBeGreaterThan(4);
    expect(new Set(lowered)).toEqual(new Set([Math.max(getPriority(), 5)]));
  });

  it('is lowered from its start by the given steps', async () => {
    const node = yieldingCommand(3, [process.execPath]) ?? undefined;
    expect(new Set(await prioritiesOf('', node))).toEqual(new Set([Math.min(getPriority() + 3, 19)]));
    expect(yieldingCommand(0, [process.execPath])).toBeNull();
  });

  it.skipIf(!existsSync('/proc/self/autogroup'))(
    'lowers its own session, not the session of its parent',
    async () => {
      const group = () => readFileSync('/proc/self/autogroup', 'utf8');
      const before = group();
      const command = yieldingCommand(3, ['/bin/cat', '/proc/self/autogroup']);
      const outputs = await Promise.all(Array.from({ length: 3 }, () => command && outputOf(command)));
      for (const output of outputs) {
        expect(output).toMatch(new RegExp(` nice ${getPriority() + 3}$`, 'm'));
      }
      expect(group()).toBe(before);
    },
  );
});
