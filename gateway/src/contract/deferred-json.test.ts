import { expect, it, vi } from 'vitest';
import { constantJson, deferredJson, jsonParts } from './deferred-json.ts';

it('constantJson builds the response once, when it is first sent', async () => {
  const build = vi.fn(() => ({ paths: ['/api'] }));
  const answer = constantJson(build);
  expect(build).not.toHaveBeenCalled();
  const [first, second] = [await jsonParts(answer), await jsonParts(answer)];
  expect(build).toHaveBeenCalledOnce();
  expect(first.map(String)).toEqual(['{"paths":["/api"]}']);
  // The same bytes, and no copy of them.
  expect(second[0]).toBe(first[0]);
});

it('deferredJson inserts the text of a member between the other members', async () => {
  const document = deferredJson(async () => Buffer.from('{"nodes":{}}'));
  const parts = await jsonParts({ revision: 1, document });
  expect(parts.map(String).join('')).toBe('{"revision":1,"document":{"nodes":{}}}');
  const gone = deferredJson(async () => null);
  await expect(jsonParts({ document: gone })).rejects.toThrow('request.not-found');
});
