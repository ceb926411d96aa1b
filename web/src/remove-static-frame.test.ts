import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { removeStaticFrame } from './remove-static-frame.ts';

let change: () => void = () => undefined;
const disconnect = vi.fn();
const remove = vi.fn();
let content: object | null = null;
// The observer needs only this of the root.
const root = { querySelector: () => content } as unknown as Element;

beforeEach(() => {
  vi.clearAllMocks();
  content = null;
  vi.stubGlobal('document', { querySelector: () => ({ remove }) });
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(callback: () => void) {
        change = callback;
      }
      observe = () => undefined;
      disconnect = disconnect;
    },
  );
  return () => vi.unstubAllGlobals();
});

it('removeStaticFrame keeps the frame while only notices are drawn, and removes it with the first page', () => {
  removeStaticFrame(root);
  change();
  expect(remove).not.toHaveBeenCalled();
  content = {};
  change();
  expect(remove).toHaveBeenCalledOnce();
  expect(disconnect).toHaveBeenCalledOnce();
});

it('removeStaticFrame does nothing in a page without a frame', () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('MutationObserver', undefined);
  expect(() => removeStaticFrame(root)).not.toThrow();
});

it.each(['index', 'view', 'embed'])('the HTML of %s contains a frame before its scripts', (page) => {
  const html = readFileSync(join(import.meta.dirname, `../${page}.html`), 'utf8');
  const frame = html.search(/<div class="static-frame[^>]* data-frame="\w+" aria-hidden="true">/);
  expect(frame).toBeGreaterThan(0);
  expect(html.indexOf('<script')).toBeGreaterThan(frame);
});
