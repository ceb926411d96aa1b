import { once } from 'node:events';
import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useHarness } from '../test/harness.ts';
import { publishScene } from '../test/published.ts';
import { lanUrl } from './host-guard.ts';

const harness = useHarness({ HOST: '0.0.0.0' });

const HAS_NETWORK = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.family === 'IPv4' && !one.internal);

it('a LAN address is offered only if the public address is this machine and the gateway accepts others', () => {
  const reach = { publicUrl: 'http://localhost:3000', host: '0.0.0.0', port: 3000, https: null };
  expect(lanUrl({ ...reach, host: '127.0.0.1' })).toBeNull();
  expect(lanUrl({ ...reach, publicUrl: 'https://diorama.test' })).toBeNull();
  expect(lanUrl(reach) !== null).toBe(HAS_NETWORK);
});

it.skipIf(!HAS_NETWORK)(
  'a client on the LAN address gets file addresses there, one with an unknown host does not',
  async () => {
    const owner = await harness.signUp('owner');
    const id = await publishScene(harness, owner);
    const glb = async (host: string) => {
      // `fetch` sets the host itself.
      const asked = get(`${harness.url}/api/public/scenes/${id}`, { headers: { host } });
      const [answer] = await once(asked, 'response');
      return new URL(JSON.parse(await text(answer)).output.glb).origin;
    };
    const { env } = harness.deps;
    const lan = lanUrl(env) ?? '';
    expect(await glb(new URL(lan).host)).toBe(lan);
    expect(await glb(`evil.test:${env.port}`)).toBe(env.publicUrl);
  },
);
