import { afterEach, expect, it, vi } from 'vitest';
import { warnBeforeUnload } from './warn-before-unload.ts';

afterEach(() => vi.unstubAllGlobals());

it('warnBeforeUnload asks only while needed, and never after it stopped', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let isBusy = false;
  const stop = warnBeforeUnload(() => isBusy);
  expect(isAsked()).toBe(false);
  isBusy = true;
  expect(isAsked()).toBe(true);
  stop();
  expect(isAsked()).toBe(false);
});
