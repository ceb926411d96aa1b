import { describe, expect, it, vi } from 'vitest';
import type { Api } from '../api/provider.tsx';
import { groupMaps } from './group-maps.ts';
import { type MapsJob, sendMaps } from './send-maps.ts';

function jobOf(...names: string[]): MapsJob {
  const [files] = groupMaps(names.map((name) => new File(['x'], name))).materials;
  if (!files) {
    throw new Error('They are no material');
  }
  return { files, sent: {} };
}

/** An upload that names assets after their files, and fails where it is told to. */
function uploading(failing: Set<string> = new Set()) {
  const sent: string[] = [];
  const upload = vi.fn(async (file: File, _fields: unknown, options: { onProgress: (s: number) => void }) => {
    options.onProgress(0.5);
    if (failing.has(file.name)) {
      throw new Error('lost');
    }
    sent.push(file.name);
    return { '@id': `/api/assets/${file.name}` };
  });
  // What sending uses of the way to the server.
  return { api: { upload } as unknown as Pick<Api, 'upload'>, upload, sent };
}

const options = (onProgress: (share: number) => void = () => undefined) => ({
  account: 'mine',
  signal: new AbortController().signal,
  onProgress,
});

describe('the pictures of a material', () => {
  it('become one material with its maps, in the workspace that is named, and tell how far they are', async () => {
    const { api, upload } = uploading();
    const shares: number[] = [];
    const job = jobOf('oak_albedo.png', 'oak_rough.png');
    const material = await sendMaps(
      api,
      job,
      options((share) => shares.push(share)),
    );
    expect(material).toEqual({
      name: 'Oak',
      color: '#ffffff',
      roughness: 1,
      maps: { color: '/api/assets/oak_albedo.png', roughness: '/api/assets/oak_rough.png' },
    });
    expect(upload.mock.calls.map(([, fields]) => fields)).toEqual(
      Array.from({ length: 2 }, () => ({ type: 0, account: 'mine', uploadType: 'library' })),
    );
    expect(shares).toEqual([0.25, 0.75]);
  });

  it('are each sent once, also one of several maps, and when it is tried again', async () => {
    const failing = new Set(['oak_orm.png']);
    const { api, sent } = uploading(failing);
    const job = jobOf('oak_color.png', 'oak_orm.png', 'oak_normal.png');
    await expect(sendMaps(api, job, options())).rejects.toThrow('lost');
    failing.clear();
    const { maps } = await sendMaps(api, job, options());
    expect(sent.toSorted()).toEqual(['oak_color.png', 'oak_normal.png', 'oak_orm.png']);
    expect(new Set([maps.ao, maps.roughness, maps.metalness])).toEqual(new Set(['/api/assets/oak_orm.png']));
  });
});
