import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { yieldingCommand } from './lower-priority.ts';

const MODULE = new URL('./lower-priority.ts', import.meta.url).href;

/** Nice values of all threads of a Node process that runs a program first. */
function prioritiesOf(program: string, [command, ...args]: readonly [string, ...string[]]): number[] {
  const script = `${program}
    const { getPriority } = await import('node:os');
    const { readdirSync } = await import('node:fs');
    console.log(JSON.stringify(readdirSync('/proc/self/task').map((id) => getPriority(Number(id)))));`;
  return JSON.parse(String(execFileSync(command, [...args, '--input-type=module', '-e', script])));
}

describe.skipIf(!existsSync('/proc/self/task'))('a process that yields', () => {
  it('does so with all its threads, once it asks for it', () => {
    const lowered = prioritiesOf(
      `await (await import('node:fs/promises')).readFile('/proc/self/stat');
       (await import('${MODULE}')).lowerPriority();`,
      [process.execPath],
    );
    expect(lowered.length).toBeGreaterThan(4);
    expect(new Set(lowered)).toEqual(new Set([Math.max(getPriority(), 5)]));
  });

  it.each([0, 3])('does so from its start, by %i steps', (steps) => {
    const priorities = prioritiesOf('', yieldingCommand(steps, [process.execPath]));
    expect(new Set(priorities)).toEqual(new Set([Math.min(getPriority() + steps, 19)]));
  });

  it.skipIf(!existsSync('/proc/self/autogroup'))('does so with its session', async () => {
    const group = () => readFileSync('/proc/self/autogroup', 'utf8');
    const before = group();
    const [command, ...args] = yieldingCommand(3, ['/bin/cat', '/proc/self/autogroup']);
    const { stdout } = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await text(stdout)).toMatch(new RegExp(` nice ${getPriority() + 3}$`, 'm'));
    expect(group()).toBe(before);
  });
});
