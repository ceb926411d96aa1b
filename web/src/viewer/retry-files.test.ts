import { beforeEach, expect, it, vi } from 'vitest';
import { retryFiles } from './retry-files.ts';
import { SceneAssets } from './scene-assets.ts';

type Files = Record<string, { url: string; mobileUrl: string | null }>;

const file = (url: string) => ({ url, mobileUrl: null });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { hidden: false });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** A live scene with one model, whose address `answers` returns in order. */
function arrange(known: Files, answers: Files[]) {
  const files = new SceneAssets(known, async () => ({}));
  const ask = vi.fn(async (): Promise<Files> => (answers.length > 1 ? answers.shift() : answers[0]) ?? {});
  files.setMore(ask);
  const shown: { url: string | null; failed: boolean } = { url: null, failed: true };
  const reload = vi.fn((iri: string) => {
    void files.source(iri).then((found) => {
      shown.url = found?.url ?? null;
      shown.failed = found === null || found.url === '/ended';
    });
  });
  const ready = async () => (shown.failed ? [{ iri: 'chair', message: 'no address' }] : []);
  const onComplete = vi.fn();
  const end = retryFiles({ canvas: { view: { ready, reload } }, files, onComplete });
  return { shown, ask, reload, onComplete, end };
}

it('a model loads once its file has an address', async () => {
  const { shown, ask, reload, onComplete, end } = arrange({}, [{}, { chair: file('/chair') }]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([shown.url, reload.mock.calls.length]).toEqual([null, 0]);
  expect(onComplete).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown.url).toBe('/chair');
  expect(onComplete).toHaveBeenCalled();
  const { length } = ask.mock.calls;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(ask).toHaveBeenCalledTimes(length);
  end();
});

it('files are not requested while the page is hidden', async () => {
  const { shown, ask, end } = arrange({}, [{ chair: file('/chair') }]);
  vi.stubGlobal('document', { hidden: true });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask).not.toHaveBeenCalled();
  vi.stubGlobal('document', { hidden: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown.url).toBe('/chair');
  end();
});

it('an expired address is replaced', async () => {
  const { shown, end } = arrange({ chair: file('/ended') }, [{ chair: file('/chair') }]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown.url).toBe('/chair');
  end();
});

it('a missing file is requested less and less often, and never after the end', async () => {
  const { ask, end } = arrange({}, [{}]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask.mock.calls.length).toBeLessThan(20);
  end();
  ask.mockClear();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(ask).not.toHaveBeenCalled();
});
