import { once } from 'node:events';
import { loadStackEnv } from './env.ts';
import { createMergedLog } from './log.ts';
import { createStack } from './stack.ts';
import { listenForStop } from './stop-signal.ts';

/** `npm start`: runs all of Diorama on this machine until a signal stops it. */
async function main(): Promise<void> {
  const env = loadStackEnv();
  const log = createMergedLog({ useColour: env.useColour, write: (text) => process.stdout.write(text) });
  const stop = listenForStop();
  const stopped = once(stop, 'abort');

  const stack = createStack({ env, log, watch: process.argv.includes('--watch') });
  const ready = stack.start().then(() => {
    process.stdout.write(`Diorama is ready at ${env.publicUrl}\n`);
  });
  try {
    await Promise.race([ready, stopped]);
    await stopped;
    log.say(`stopping (${stop.reason.message})`);
  } finally {
    await stack.stop();
  }
}

main().then(
  () => process.exit(0),
  (err) => {
    console.error(err instanceof Error ? err.message : err);
    process.exit(1);
  },
);
