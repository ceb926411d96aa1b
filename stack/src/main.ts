import { loadStackEnv } from './env.ts';
import { createMergedLog } from './log.ts';
import { createStack } from './stack.ts';

/** `npm start`: runs all of Diorama on this machine until it is stopped. */
async function main(): Promise<void> {
  const env = loadStackEnv();
  const log = createMergedLog({ useColour: env.useColour, write: (text) => process.stdout.write(text) });
  const stopped = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopped.resolve(signal));
  }
  // The terminal or the npm that started this has ended.
  process.on('disconnect', () => stopped.resolve('the end of its parent'));
  process.stdout.on('error', () => stopped.resolve('the end of its terminal'));

  const stack = createStack({ env, log, watch: process.argv.includes('--watch') });
  const ready = stack.start().then(() => {
    process.stdout.write(`Diorama is ready at ${env.publicUrl}\n`);
  });
  try {
    await Promise.race([ready, stopped.promise]);
    log.say(`stopping (${await stopped.promise})`);
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
