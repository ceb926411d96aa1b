import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadEnv } from './env.ts';
import { SECRET_VARIABLES } from './process-secrets.ts';
import { readSecretFiles } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'diorama-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(text: string): string {
  const path = join(folder, `${text.length}`);
  writeFileSync(path, text);
  return path;
}

it('takes every secret from a file, without the line break at its end', () => {
  const path = write('one secret\n');
  for (const name of [...SECRET_VARIABLES, 'DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN']) {
    expect(readSecretFiles({ [`${name}_FILE`]: path, PORT: '1' })).toEqual({
      [name]: 'one secret',
      PORT: '1',
    });
  }
});

it('leaves alone what is no secret, and takes an empty variable as an unset one', () => {
  const source = { CHROMIUM_PATH_FILE: '/x', SECRET_KEY_FILE: '', SECRET_KEY: 'key' };
  expect(readSecretFiles(source)).toEqual({ CHROMIUM_PATH_FILE: '/x', SECRET_KEY: 'key' });
});

it('refuses a variable that is set both ways, and a file that cannot be read', () => {
  const path = write('x'.repeat(40));
  expect(() => readSecretFiles({ SECRET_KEY: 'key', SECRET_KEY_FILE: path })).toThrow(
    /SECRET_KEY_FILE must not both/,
  );
  expect(() => readSecretFiles({ SECRET_KEY_FILE: join(folder, 'none') })).toThrow(
    /SECRET_KEY_FILE cannot be read/,
  );
});

it('is how a process reads its environment', () => {
  const env = loadEnv({ DATABASE_URL: 'postgres://a/b', SECRET_KEY_FILE: write('y'.repeat(33)) });
  expect(env.secretKeys).toEqual(['y'.repeat(33)]);
});
