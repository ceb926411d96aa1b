import type { Asset } from '@diorama/shared/contract/assets.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { AssetsManager } from '../../../managers/assets.ts';
import { asset, IRI, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { ImportRecords } from './import-records.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles } from './stored-files.ts';

const OTHER_IRI = '/api/assets/01a1fc3c-0000-7000-8000-000000000002';

let editor: TestEditor;
let assets: AssetsManager;
let answer: PromiseWithResolvers<Asset>;
let isSending: boolean;
let imports: ImportsManager;
let discarded: string[];

const files = [{ file: new File(['x'], 'chair.glb'), path: 'chair.glb' }];
const sets = [{ name: 'chair', files }];
const phases = () => imports.items.value.map(({ phase }) => phase.kind);
const only = () => {
  const [[id, node] = []] = editor.scene.nodesOf('model');
  return { id: id ?? '', node };
};

beforeEach(() => {
  editor = new TestEditor();
  discarded = [];
  isSending = false;
  answer = Promise.withResolvers();
  assets = new AssetsManager(
    { get: async () => asset({ status: 'ready', url: 'x' }), subscribe: () => () => undefined },
    editor.scene,
  );
  imports = new ImportsManager(editor, {
    assets,
    records: new ImportRecords('scene', memory()),
    kept: createStoredFiles(null),
    send: (_, { signal }) => {
      isSending = true;
      const { promise, reject } = answer;
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      return promise;
    },
    importAgain: () => Promise.reject(new Error('It is not asked for')),
    discard: (iri) => discarded.push(iri),
  });
});

/** Model with a file, for which a replacement is being uploaded. */
async function replace(): Promise<void> {
  addNode(editor.ydoc, { kind: 'model', name: 'Chair', props: { asset: IRI } });
  await expect.poll(() => assets.byIri.value.get(IRI)?.status).toBe('ready');
  await imports.addFiles(only().id, files);
  await expect.poll(() => isSending).toBe(true);
}

describe('a canceled import', () => {
  it('leaves no node, also after undo, and discards its asset', async () => {
    imports.start(sets, new Vector3());
    await expect.poll(() => isSending).toBe(true);
    imports.remove(only().id);
    expect(discarded).toEqual([]);
    editor.history.undo();
    expect(editor.scene.nodesOf('model')).toEqual([]);
    answer = Promise.withResolvers();
    imports.start(sets, new Vector3());
    answer.resolve(asset({ status: 'processing' }));
    await expect.poll(() => phases()).toEqual(['converting']);
    imports.remove(only().id);
    expect(discarded).toEqual([IRI]);
    editor.history.undo();
    expect(editor.scene.nodesOf('model')).toEqual([]);
  });

  it('keeps an asset that another node uses', async () => {
    imports.start(sets, new Vector3());
    answer.resolve(asset({ status: 'processing' }));
    await expect.poll(() => phases()).toEqual(['converting']);
    const { id } = only();
    addNode(editor.ydoc, { kind: 'model', props: { asset: IRI } });
    imports.remove(id);
    expect(discarded).toEqual([]);
  });

  it('keeps a model with its file while a replacement uploads', async () => {
    await replace();
    imports.remove(only().id);
    await expect(answer.promise).rejects.toThrow();
    expect(only().node?.props.asset).toBe(IRI);
    expect(discarded).toEqual([]);
    expect(phases()).toEqual(['ready']);
  });

  it('keeps a model with its file when a replacement upload failed', async () => {
    await replace();
    answer.reject(new Error('full'));
    await expect.poll(phases).toEqual(['failed']);
    imports.remove(only().id);
    expect(only().node?.props.asset).toBe(IRI);
    expect(phases()).toEqual(['ready']);
  });

  it('discards no file after another user has replaced the model', async () => {
    await replace();
    answer.resolve(asset({ '@id': OTHER_IRI, status: 'processing' }));
    await expect.poll(phases).toEqual(['converting']);
    const theirs = '/api/assets/01900000-0000-7000-8000-0000000000ff';
    updateNode<'model'>(editor.ydoc, only().id, { props: { asset: theirs } });
    expect(imports.items.value.map(({ isKept }) => isKept)).not.toContain(true);
    imports.remove(only().id);
    expect(discarded).toEqual([]);
  });

  it.each(['processing', 'failed'] as const)(
    'restores the previous file while its replacement is %s, without an undo step',
    async (status) => {
      await replace();
      answer.resolve(asset({ '@id': OTHER_IRI, status }));
      await expect.poll(phases).toEqual([status === 'failed' ? 'failed' : 'converting']);
      expect(imports.items.value[0]?.isKept).toBe(true);
      imports.remove(only().id);
      expect(only().node?.props.asset).toBe(IRI);
      expect(discarded).toEqual([OTHER_IRI]);
      expect(phases()).toEqual(['ready']);
      editor.history.undo();
      expect(only().node?.props.asset).not.toBe(OTHER_IRI);
    },
  );

  it('removes a model whose replacement file is ready', async () => {
    await replace();
    answer.resolve(asset({ '@id': OTHER_IRI, status: 'ready', url: 'x' }));
    await expect.poll(() => only().node?.props.asset).toBe(OTHER_IRI);
    await expect.poll(phases).toEqual(['ready']);
    expect(imports.items.value[0]?.isKept).toBe(false);
    imports.dismiss(only().id);
    imports.remove(only().id);
    expect([only().node, discarded]).toEqual([undefined, []]);
  });
});
