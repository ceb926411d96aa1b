import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { expect, it } from 'vitest';

const DECLARED = readFileSync(join(import.meta.dirname, 'three-usd.d.ts'), 'utf8');

/** Private methods that `three-usd.d.ts` declares for a class. */
function declaredOf(name: string): string[] {
  const [, body = ''] = DECLARED.split(`export class ${name} {`);
  return [...(body.split('declare module')[0] ?? '').matchAll(/^\s+(_\w+)(?:\(|:)/gm)].map(
    ([, method = '']) => method,
  );
}

// The version of three.js is pinned, as these methods are not public.
it.each([
  ['USDCParser', USDCParser],
  ['USDComposer', USDComposer],
] as const)('every private method that is declared of %s exists', (name, reader) => {
  const methods = declaredOf(name);
  expect(methods.length).toBeGreaterThan(5);
  const prototype: object = reader.prototype;
  expect(methods.filter((method) => typeof Reflect.get(prototype, method) !== 'function')).toEqual([]);
});
