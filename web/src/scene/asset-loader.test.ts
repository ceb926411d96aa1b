import { afterEach, describe, expect, it, vi } from 'vitest';
import { AssetLoader, isCodeFailure, type LoadProgress } from './asset-loader.ts';

const bytes = (size: number) =>
  new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });

function stubFetch(answers: Record<string, () => Response>) {
  vi.stubGlobal('fetch', async (url: string) => answers[url]?.() ?? new Response(null, { status: 404 }));
}

afterEach(() => vi.unstubAllGlobals());

describe('AssetLoader', () => {
  it('counts bytes and reports when all loads have ended', async () => {
    stubFetch({ '/a': () => bytes(100), '/b': () => bytes(50) });
    const reports: LoadProgress[] = [];
    const loader = new AssetLoader(
      async (iri) => ({ url: iri }),
      (progress) => reports.push(progress),
    );
    const sizes = Promise.all([loader.load('/a', sizeOf), loader.load('/b', sizeOf)]);
    expect(await loader.settled()).toEqual([]);
    expect(await sizes).toEqual([100, 50]);
    expect(reports.at(-1)).toEqual({ loadedBytes: 150, totalBytes: 150, pending: 0, failures: [] });
  });

  it('lists failed assets with their reasons until they load', async () => {
    stubFetch({ '/broken': () => bytes(10) });
    const loader = new AssetLoader(async (iri) => (iri === '/unknown' ? null : { url: iri }));
    const broken = () => Promise.reject(new Error('not a model'));
    expect(await loader.load('/missing', sizeOf)).toBeNull();
    expect(await loader.load('/unknown', sizeOf)).toBeNull();
    expect(await loader.load('/broken', broken)).toBeNull();
    const messages = Object.fromEntries((await loader.settled()).map(({ iri, message }) => [iri, message]));
    expect(messages).toEqual({
      '/missing': 'status 404',
      '/unknown': 'no address',
      '/broken': 'not a model',
    });
    await loader.load('/broken', sizeOf);
    expect((await loader.settled()).map(({ iri }) => iri)).toEqual(['/missing', '/unknown']);
  });

  it('lists failed code separately until it loads', async () => {
    vi.useFakeTimers();
    const loader = new AssetLoader(async (iri) => ({ url: iri }));
    const effects = loader.loadCode('effects', () => Promise.reject(new TypeError('Failed to fetch')));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await effects).toBeNull();
    loader.keep(new Set());
    expect((await loader.settled()).map(isCodeFailure)).toEqual([true]);
    expect(await loader.loadCode('effects', async () => 'code')).toBe('code');
    expect(await loader.settled()).toEqual([]);
    vi.stubGlobal('navigator', { onLine: false });
    const again = loader.loadCode('effects', async () => 'the same code');
    const settled = loader.settled();
    let isMade = false;
    const made = again.then(() =>
      loader.make('/made', async () => {
        isMade = true;
      }),
    );
    await settled;
    expect(isMade).toBe(true);
    await made;
    expect(await again).toBe('the same code');
  });

  it('forgets assets that are no longer needed', async () => {
    stubFetch({ '/a': () => bytes(100), '/b': () => bytes(50) });
    const reports: LoadProgress[] = [];
    const loader = new AssetLoader(
      async (iri) => ({ url: iri }),
      (progress) => reports.push(progress),
    );
    await Promise.all(['/a', '/missing'].map((iri) => loader.load(iri, sizeOf)));
    loader.keep(new Set(['/b']));
    await loader.load('/b', sizeOf);
    expect(reports.at(-1)).toEqual({ loadedBytes: 50, totalBytes: 50, pending: 0, failures: [] });
  });

  it('also waits for loads that start while settling', async () => {
    stubFetch({ '/a': () => bytes(1), '/late': () => bytes(1) });
    const loader = new AssetLoader(async (iri) => ({ url: iri }));
    let cameLate = false;
    void loader
      .load('/a', sizeOf)
      .then(() => loader.load('/late', sizeOf))
      .then(() => {
        cameLate = true;
      });
    await loader.settled();
    expect(cameLate).toBe(true);
  });
});

async function sizeOf(content: ArrayBuffer): Promise<number> {
  return content.byteLength;
}
