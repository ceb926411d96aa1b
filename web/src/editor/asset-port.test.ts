import type { Asset } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { describe, expect, it } from 'vitest';
import { createAssetPort } from './editor-session.ts';

type Dependencies = Parameters<typeof createAssetPort>[0];

const ACCOUNT = '/api/accounts/01900000-0000-7000-8000-000000000001';
const OTHER = '/api/accounts/01900000-0000-7000-8000-000000000002';
const assetOf = (account: string) => ({ '@id': '/api/assets/1', account }) as Asset;

/** Asset port of a workspace scene, and a function that publishes a live change to it. */
function open(answer: Asset) {
  const listeners = new Set<Parameters<Dependencies['live']['subscribe']>[0]>();
  const dependencies = {
    client: { call: async () => answer },
    live: {
      subscribe: (listener: Parameters<Dependencies['live']['subscribe']>[0]) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  } as unknown as Dependencies;
  const tell = (state: Asset | null) => {
    for (const listener of listeners) {
      listener({ topic: 'asset', event: { '@id': '/api/assets/1', type: 'updated', state } } as never);
    }
  };
  return { port: createAssetPort(dependencies, ACCOUNT), tell };
}

describe('the assets of a scene', () => {
  it.each([
    ['of its workspace', ACCOUNT],
    ['of the library', `/api/accounts/${LIBRARY_ACCOUNT_ID}`],
  ])('include those %s', async (_, account) => {
    const asset = assetOf(account);
    expect(await open(asset).port.get('/api/assets/1')).toBe(asset);
  });

  it('exclude those of another workspace, which are reported as missing', async () => {
    await expect(open(assetOf(OTHER)).port.get('/api/assets/1')).rejects.toMatchObject({ status: 404 });
  });

  it('notify about changes, except for those of other workspaces', () => {
    const { port, tell } = open(assetOf(ACCOUNT));
    const heard: unknown[] = [];
    port.subscribe((asset) => heard.push(asset.account));
    tell(assetOf(OTHER));
    tell(null);
    tell(assetOf(ACCOUNT));
    expect(heard).toEqual([ACCOUNT]);
  });
});
