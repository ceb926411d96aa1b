import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../api/api-error.ts';
import type { ApiClient } from '../../../api/client.ts';
import { sendBulk } from './use-scene-actions.ts';

const iri = (at: number) => `/api/compositions/scene-${at}`;

/** Mock of a server that refuses some scenes, each with a code. */
function clientThatRefuses(codes: Record<string, string>) {
  const told: { code: string; scene: string | null }[] = [];
  const calls: number[] = [];
  const client: Pick<ApiClient, 'call' | 'notify'> = {
    call: (async (_name: string, { body }: { body: { compositions: string[] } }) => {
      calls.push(body.compositions.length);
      const iris = body.compositions.map((id) => `/api/compositions/${id}`);
      return {
        done: iris.filter((one) => codes[one] === undefined),
        failed: iris.flatMap((one) => {
          const code = codes[one];
          return code === undefined ? [] : [{ composition: one, code, title: code }];
        }),
        created: [],
      };
    }) as unknown as ApiClient['call'],
    notify: (error: ApiError, scene: string | null) => told.push({ code: error.code, scene }),
  };
  return { client, told, calls };
}

describe('a bulk change of scenes', () => {
  it('is sent in parts and returns one result', async () => {
    const { client, calls } = clientThatRefuses({});
    const ids = Array.from({ length: 450 }, (_, at) => `scene-${at}`);
    const { done } = await sendBulk(client, { action: 'delete' }, ids);
    expect(calls).toEqual([200, 200, 50]);
    expect(done).toHaveLength(450);
  });

  it('reports a plan limit once, and other failures scene by scene', async () => {
    const { client, told } = clientThatRefuses({
      [iri(0)]: 'security.account.overflown_storage',
      [iri(1)]: 'security.account.overflown_storage',
      [iri(2)]: 'security.not-allowed',
    });
    const ids = ['scene-0', 'scene-1', 'scene-2', 'scene-3'];
    const { done, failed } = await sendBulk(client, { action: 'move', project: null }, ids);
    expect(told).toEqual([{ code: 'security.account.overflown_storage', scene: 'scene-0' }]);
    expect(done).toEqual([iri(3)]);
    expect(failed.map(({ composition }) => composition)).toEqual([iri(2)]);
  });
});
