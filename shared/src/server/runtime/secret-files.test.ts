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

it('readSecretFiles reads every secret from a file without the trailing line break', () => {
  const path = write('one secret\n');
  for (const name of [...SECRET_VARIABLES, 'DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN']) {
    expect(readSecretFiles({ [`${name}_FILE`]: path, PORT: '1' })).toEqual({
      [name]: 'one secret',
      PORT: '1',
    });
  }
});

it('readSecretFiles ignores other variables and treats an empty one as unset', () => {
  const source = { CHROMIUM_PATH_FILE: '/x', SECRET_KEY_FILE: '', SECRET_KEY: 'key' };
  expect(readSecretFiles(source)).toEqual({ CHROMIUM_PATH_FILE: '/x', SECRET_KEY: 'key' });
});

it('readSecretFiles rejects a variable set both ways and an unreadable file', () => {
  const path = write('x'.repeat(40));
  expect(() => readSecretFiles({ SECRET_KEY: 'key', SECRET_KEY_FILE: path })).toThrow(
    /SECRET_KEY_FILE must not both/,
  );
  expect(() => readSecretFiles({ SECRET_KEY_FILE: join(folder, 'none') })).toThrow(
    /SECRET_KEY_FILE cannot be read/,
  );
});

it('loadEnv reads secret files', () => {
  const env = loadEnv({ DATABASE_URL: 'postgres://a/b', SECRET_KEY_FILE: write('y'.repeat(33)) });
  expect(env.secretKeys).toEqual(['y'.repeat(33)]);
});
