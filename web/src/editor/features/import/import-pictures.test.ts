import type { Asset } from '@diorama/shared/contract/assets.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Quaternion, Vector3 } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportFile } from '../../../files/import-set.ts';
import { AssetsManager } from '../../managers/assets.ts';
import { asset, memory } from '../../test/import-fixture.ts';
import { TestEditor } from '../../test/test-editor.ts';
import { importPictures } from './import-pictures.ts';
import { ImportRecords } from './model/import-records.ts';
import { ImportsManager } from './model/imports.ts';
import { createStoredFiles } from './model/stored-files.ts';

const file = (name: string, content: BlobPart = 'x'): ImportFile => ({
  file: new File([content], name, { type: 'image/png' }),
  path: name,
});
const iri = (name: string) => `/api/assets/01a1fc3c-0000-7000-8000-00000000000${name === 'a.png' ? 1 : 2}`;

let editor: TestEditor;
let records: ImportRecords;
let imports: ImportsManager;
let assets: AssetsManager;
/** Running uploads by file name, with their progress callbacks. */
let sending: Map<
  string,
  { isPicture: boolean; progress: (share: number) => void } & PromiseWithResolvers<Asset>
>;

function open(): ImportsManager {
  return new ImportsManager(editor, {
    assets,
    records,
    kept: createStoredFiles(null),
    send: ({ name }, { isPicture, onProgress, signal }) => {
      const answer = Promise.withResolvers<Asset>();
      sending.set(name, { isPicture, progress: onProgress, ...answer });
      signal.addEventListener('abort', () => answer.reject(signal.reason));
      return answer.promise;
    },
    importAgain: () => Promise.reject(new Error('It is not asked for')),
    discard: () => undefined,
  });
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')));
  editor = new TestEditor();
  sending = new Map();
  records = new ImportRecords('scene', memory());
  const get = async () => asset({ status: 'ready', url: 'x' });
  assets = new AssetsManager({ get, subscribe: () => () => undefined }, editor.scene);
  imports = open();
  return () => vi.unstubAllGlobals();
});

const frames = () => editor.scene.nodesOf('image').map(([, node]) => node);
const shown = () => frames().map(({ props }) => props.asset);
const phases = () => imports.items.value.map(({ phase }) => phase.kind);
const put = (...files: ImportFile[]) =>
  importPictures({ editor, imports }, files, { point: new Vector3(), face: null });
const arrive = (name: string) =>
  sending.get(name)?.resolve(asset({ '@id': iri(name), status: 'ready', url: 'x' }));

describe('dropped images', () => {
  it('appear side by side at once, in one undo step, and show their asset after the upload', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 100 }));
    await put(file('a.png'), file('b.png'));
    const [first, second] = frames();
    expect(first?.props).toMatchObject({ asset: null, size: [3, 1] });
    expect(first?.position[1]).toBe(0.5);
    expect(first?.position).not.toEqual(second?.position);
    // Side by side, not one behind the other.
    expect(Math.abs((first?.position[0] ?? 0) - (second?.position[0] ?? 0))).toBeGreaterThanOrEqual(1);
    await expect.poll(() => [...sending.values()].map(({ isPicture }) => isPicture)).toEqual([true, true]);
    arrive('a.png');
    arrive('b.png');
    await expect.poll(shown).toEqual([iri('a.png'), iri('b.png')]);
    expect(frames().map(({ position }) => position)).toEqual([first?.position, second?.position]);
    editor.history.undo();
    expect(frames()).toEqual([]);
  });

  it('get their size from the file header when the browser cannot decode them', async () => {
    const pixels = new Uint8Array(4 * 2 * 3);
    const tga = Uint8Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0, 24, 0, ...pixels);
    await put(file('a.tga', tga), file('b.png'));
    expect(frames().map(({ props }) => props.size)).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  it.each([
    ['is wider than high', { width: 400, height: 300 }, [4 / 3, 1]],
    ['is higher than wide', { width: 300, height: 600 }, [0.5, 1]],
    ['is square', { width: 300, height: 300 }, [1, 1]],
    ['has no size', null, [1, 1]],
  ])(
    'get their size from the import when the browser cannot decode them: one %s',
    async (_, pixels, size) => {
      await put(file('a.heic'));
      expect(frames()[0]?.props.size).toEqual([1, 1]);
      await expect.poll(() => sending.size).toBe(1);
      const extra = { ...asset({}).extra, pixels };
      sending.get('a.heic')?.resolve(asset({ '@id': iri('a.png'), status: 'ready', url: 'x', extra }));
      await expect.poll(shown).toEqual([iri('a.png')]);
      expect(frames()[0]?.props.size).toEqual(size);
    },
  );

  it('keep a size that a user has set meanwhile', async () => {
    await put(file('a.heic'));
    await expect.poll(() => sending.size).toBe(1);
    const [[id] = ['']] = editor.scene.nodesOf('image');
    updateNode<'image'>(editor.ydoc, id, { props: { size: [3, 2] } });
    const extra = { ...asset({}).extra, pixels: { width: 100, height: 400 } };
    sending.get('a.heic')?.resolve(asset({ '@id': iri('a.png'), status: 'ready', url: 'x', extra }));
    await expect.poll(shown).toEqual([iri('a.png')]);
    expect(frames()[0]?.props.size).toEqual([3, 2]);
  });

  it('are unlit and show their own colors', async () => {
    await put(file('a.png'));
    expect(frames()[0]?.props.isLit).toBe(false);
  });

  it('appear beside earlier dropped images, not behind them', async () => {
    await put(file('a.png'));
    await put(file('b.png'));
    const [first, second] = frames();
    expect(Math.abs((second?.position[0] ?? 0) - (first?.position[0] ?? 0))).toBeGreaterThanOrEqual(1);
  });

  it('are attached to the surface that they were dropped on, side by side', async () => {
    const face = { point: new Vector3(2, 1.5, 0), normal: new Vector3(-1, 0, 0) };
    await importPictures({ editor, imports }, [file('a.png'), file('b.png')], { point: new Vector3(), face });
    const [first, second] = frames();
    expect(first?.position).toEqual([1.99, 1.5, 0].map((value) => expect.closeTo(value, 6)));
    const outwards = new Vector3(0, 0, 1).applyQuaternion(new Quaternion(...(first?.rotation ?? [])));
    expect(outwards.toArray()).toEqual([-1, 0, 0].map((value) => expect.closeTo(value, 6)));
    expect(second?.position).toEqual([1.99, 1.5, 1.1].map((value) => expect.closeTo(value, 6)));
  });

  it('report their upload progress and their completion', async () => {
    await put(file('a.png'));
    await expect.poll(() => sending.size).toBe(1);
    sending.get('a.png')?.progress(0.4);
    expect(imports.items.value[0]?.phase).toMatchObject({ kind: 'uploading', share: 0.4 });
    arrive('a.png');
    await expect.poll(phases).toEqual(['ready']);
  });

  it('are removed when their upload is canceled', async () => {
    await put(file('a.png'));
    await expect.poll(() => sending.size).toBe(1);
    imports.remove(imports.items.value[0]?.nodeId ?? '');
    expect(frames()).toEqual([]);
    await expect(sending.get('a.png')?.promise).rejects.toThrow();
  });

  it('can be retried after a failed upload', async () => {
    await put(file('a.png'));
    await expect.poll(() => sending.size).toBe(1);
    sending.get('a.png')?.reject(Object.assign(new Error(), { title: 'The storage is full.' }));
    await expect.poll(phases).toEqual(['failed']);
    expect(imports.items.value[0]?.phase).toMatchObject({ reason: 'The storage is full.', canRetry: true });
    sending.clear();
    imports.retry(imports.items.value[0]?.nodeId ?? '');
    await expect.poll(() => sending.size).toBe(1);
    arrive('a.png');
    await expect.poll(shown).toEqual([iri('a.png')]);
  });

  it('resume in place when they are dropped again after a reload', async () => {
    await put(file('a.png'));
    imports.dispose();
    imports = open();
    expect(phases()).toEqual(['interrupted']);
    imports.start([{ name: 'a', files: [file('a.glb')] }], new Vector3());
    expect(phases().toSorted(), 'a model of that name is something else').toEqual(['interrupted', 'packing']);
    sending.clear();
    await put(file('a.png'));
    expect(frames()).toHaveLength(1);
    await expect.poll(() => sending.has('a.png')).toBe(true);
  });

  it('accept one image for an interrupted one, and no model', async () => {
    await put(file('a.png'));
    imports.dispose();
    imports = open();
    const [{ nodeId } = { nodeId: '' }] = imports.items.value;
    expect((await imports.addFiles(nodeId, [file('chair.glb')])).set).toBeUndefined();
    const { set, problems } = await imports.addFiles(nodeId, [file('b.png'), file('c.png')]);
    expect(set).toMatchObject({ name: 'b', isPicture: true });
    expect(problems).toEqual([{ kind: 'unused', names: ['c.png'] }]);
  });

  it('keep an asset that a user has set meanwhile when the upload is canceled', async () => {
    await put(file('a.png'));
    await expect.poll(() => sending.size).toBe(1);
    const [[id] = ['']] = editor.scene.nodesOf('image');
    updateNode<'image'>(editor.ydoc, id, { props: { asset: iri('b.png') } });
    imports.remove(id);
    expect(shown()).toEqual([iri('b.png')]);
  });

  it('are ignored in a read-only scene', async () => {
    editor.isReadOnly.value = true;
    await put(file('a.png'));
    expect(frames()).toEqual([]);
  });
});
