import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type OpenWorkbench, openWorkbench } from './open-workbench.ts';
import type { Bench } from './workbench-page.ts';

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Gives the tests of a file one viewport on a page, `window.bench`; each of them fails on a complaint. */
export function withWorkbench(): () => Page {
  let workbench: OpenWorkbench;
  beforeAll(async () => {
    workbench = await openWorkbench();
    await workbench.page.evaluate(async () => {
      window.bench = window.workbench.open();
      await window.bench.show({});
    });
  });
  afterAll(async () => await workbench.close());
  afterEach(() => {
    expect(workbench.complaints).toEqual([]);
  });
  return () => workbench.page;
}
