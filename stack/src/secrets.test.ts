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

it('secrets are created once', () => {
  const first = load(true);
  expect(first.isDemoPasswordNew).toBe(true);
  expect(load(true)).toEqual({ secrets: first.secrets, isDemoPasswordNew: false });
});

it('the public demo password is replaced at the first start open to others, other secrets stay', () => {
  const { secrets: alone } = load(true);
  const open = load(false);
  expect(open.isDemoPasswordNew).toBe(true);
  expect(open.secrets).toEqual({ ...alone, demoPassword: expect.not.stringMatching(alone.demoPassword) });
  // The password is shown once, and stays when the product becomes local again.
  for (const isLocal of [false, true]) {
    expect(load(isLocal)).toEqual({ secrets: open.secrets, isDemoPasswordNew: false });
  }
});
