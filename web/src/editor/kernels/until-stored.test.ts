import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SaveState } from '../managers/saving.ts';
import { untilStored } from './until-stored.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('untilStored waits until the server has stored the edits', async () => {
  const saving = signal<SaveState>({ kind: 'saving' });
  const done = vi.fn();
  const waiting = untilStored(saving).then(done);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).not.toHaveBeenCalled();
  saving.value = { kind: 'saved' };
  await waiting;
  expect(done).toHaveBeenCalledTimes(1);
  await untilStored(saving);
});

it('untilStored resolves after a few seconds when offline', async () => {
  const waiting = untilStored(signal<SaveState>({ kind: 'offline', edits: 1 }));
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
});
