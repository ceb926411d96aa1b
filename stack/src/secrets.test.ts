import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diorama-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (isLocal: boolean) => loadSecrets(folder, { isLocal });

it('secrets are made once', () => {
  const first = load(true);
  expect(first.isDemoPasswordNew).toBe(true);
  expect(load(true)).toEqual({ secrets: first.secrets, isDemoPasswordNew: false });
});

it('the password that everybody knows ends with the first start that lets others in, and all else stays', () => {
  const { secrets: alone } = load(true);
  const open = load(false);
  expect(open.isDemoPasswordNew).toBe(true);
  expect(open.secrets).toEqual({ ...alone, demoPassword: expect.not.stringMatching(alone.demoPassword) });
  // It is shown once, and stays when the server becomes local again.
  for (const isLocal of [false, true]) {
    expect(load(isLocal)).toEqual({ secrets: open.secrets, isDemoPasswordNew: false });
  }
});
