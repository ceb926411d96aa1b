import type { Asset } from '@diorama/shared/contract/assets.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { UploadControl, UploadHold } from '../../../../api/upload-options.ts';
import { AssetsManager } from '../../../managers/assets.ts';
import { PresenceManager } from '../../../managers/presence.ts';
import { asset, IRI, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { isStopped, needsFiles } from './import-item.ts';
import { ImportRecords } from './import-records.ts';
import type { SendFile } from './import-uploads.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles, type StoredFiles } from './stored-files.ts';

const bounds = (max: number) => ({
  min: [0, -1, 0] as [number, number, number],
  max: [max, 1, 2] as [number, number, number],
});
const ready = (size: number, format: string | null = null) =>
  asset({ status: 'ready', url: 'x', extra: { ...asset({}).extra, bounds: bounds(size), format } });

let editor: TestEditor;
let assets: AssetsManager;
let storage: ReturnType<typeof memory>;
let answer: PromiseWithResolvers<Asset>;
let progress: (share: number) => void;
let pieces: (control: UploadControl) => void;
let hold: (hold: UploadHold | null) => void;
let kept: StoredFiles;
let imports: ImportsManager;
let sent: File[];
let discarded: string[];

const send: SendFile = (file, options) => {
  sent.push(file);
  progress = options.onProgress;
  pieces = options.onPieces;
  hold = options.onHold;
  options.signal.addEventListener('abort', () => answer.reject(new DOMException('', 'AbortError')));
  return answer.promise;
};
const open = () =>
  new ImportsManager(editor, {
    assets,
    records: new ImportRecords('scene', storage),
    kept,
    send,
    importAgain: () => Promise.reject(new Error('It is not asked for')),
    discard: (iri) => discarded.push(iri),
  });
const sets = [{ name: 'chair', files: [{ file: new File(['x'], 'chair.glb'), path: 'chair.glb' }] }];
const phases = () => imports.items.value.map(({ phase }) => phase.kind);
const only = () => {
  const [[id, node] = []] = editor.scene.nodesOf('model');
  return { id: id ?? '', node };
};
/** Runs pending promise callbacks. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  editor = new TestEditor();
  sent = [];
  discarded = [];
  storage = memory();
  kept = createStoredFiles(null);
  answer = Promise.withResolvers();
  answer.promise.catch(() => undefined);
  assets = new AssetsManager(
    { get: async () => asset({ status: 'processing', progress: 40 }), subscribe: () => () => undefined },
    editor.scene,
  );
  imports = open();
});

describe('an import', () => {
  it('adds its node at once, and reports its phases from upload to ready', async () => {
    imports.start(sets, new Vector3(1, 0, 2));
    expect(only().node?.position).toEqual([1, 0, 2]);
    await settle();
    progress(0.42);
    expect(imports.items.value[0]?.phase).toMatchObject({ kind: 'uploading', share: 0.42, hold: null });
    answer.resolve(asset({ status: 'uploaded', position: 3, etaSeconds: 24 }));
    await settle();
    expect(imports.items.value[0]?.phase).toEqual({ kind: 'queued', position: 3, etaSeconds: 24 });
    expect(only().node?.props.asset).toBe(IRI);
    assets.set(asset({ status: 'processing', progress: 40 }));
    expect(imports.items.value[0]?.phase).toEqual({ kind: 'converting', share: 0.4 });
    assets.set(ready(2));
    expect(phases()).toEqual(['ready']);
  });

  it('centers its base on the drop point, once, in one undo step', async () => {
    imports.start(sets, new Vector3(1, 0, 2));
    answer.resolve(ready(2));
    await settle();
    expect(only().node?.position).toEqual([0, 1, 1]);
    assets.set(ready(2));
    expect(only().node?.position).toEqual([0, 1, 1]);
    editor.history.undo();
    expect(only().node).toBeUndefined();
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('is placed beside existing nodes, also once its size is known', async () => {
    addNode(editor.ydoc, { kind: 'box', name: 'There', position: [0, 0.5, 0] });
    imports.start([...sets, ...sets], new Vector3());
    const xs = editor.scene.nodesOf('model').map(([, { position }]) => position);
    expect(new Set(xs.map(String)).size).toBe(2);
    for (const [x, , z] of xs) {
      expect(Math.max(Math.abs(x), Math.abs(z))).toBeGreaterThanOrEqual(1);
    }
    answer.resolve(ready(2));
    await settle();
    const [[, first] = []] = editor.scene.nodesOf('model');
    const middle = [(first?.position[0] ?? 0) + 1, (first?.position[2] ?? 0) + 1];
    expect(Math.max(...middle.map(Math.abs))).toBeGreaterThanOrEqual(1.5);
  });

  it('asks for the size of an implausibly large model, and keeps its base in place when scaled', async () => {
    imports.start(sets, new Vector3());
    answer.resolve(ready(200));
    await settle();
    const [item] = imports.items.value;
    expect(item?.phase).toMatchObject({ kind: 'ready', question: { size: 200, canStandUp: false } });
    imports.applyScale(only().id, 0.01);
    expect(only().node?.scale).toEqual([0.01, 0.01, 0.01]);
    expect(only().node?.position.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([-1, 0.01, -0.01]);
    // The import's other notes stay.
    expect(imports.items.value[0]?.phase).toMatchObject({ kind: 'ready', question: null });
  });

  it('gets its likeliest size at once, and finds room for another chosen size', async () => {
    addNode(editor.ydoc, { kind: 'box', name: 'There', position: [2, 0.5, 0] });
    imports.start(sets, new Vector3());
    answer.resolve(ready(200, 'stl'));
    await settle();
    const middle = ([x, , z]: readonly number[], size: number) =>
      Math.hypot((x ?? 0) + size / 2, (z ?? 0) + size / 200);
    expect(only().node?.scale).toEqual([0.001, 0.001, 0.001]);
    expect(imports.items.value[0]?.phase).toMatchObject({ question: { size: 200, factor: 0.001 } });
    expect(middle(only().node?.position ?? [], 0.2)).toBeCloseTo(0, 5);
    // With the size of its file it is far aside.
    imports.applyScale(only().id, 1);
    expect(middle(only().node?.position ?? [], 200)).toBeGreaterThan(1);
    editor.history.undo();
    expect(only().node?.scale).toEqual([0.001, 0.001, 0.001]);
  });

  it('keeps its place when a user has moved the model before the size is chosen', async () => {
    imports.start(sets, new Vector3());
    answer.resolve(ready(200, 'stl'));
    await settle();
    updateNode(editor.ydoc, only().id, { position: [300, 1, -1] });
    imports.applyScale(only().id, 0.01);
    expect(only().node?.position[0]).toBeCloseTo(299.1, 3);
  });

  it('keeps its base in place when rotated and scaled meanwhile, and is rotated upright on request', async () => {
    imports.start(sets, new Vector3());
    const { id } = only();
    const half = Math.SQRT1_2;
    updateNode(editor.ydoc, id, { rotation: [0, half, 0, half], scale: [2, 2, 2], position: [5, 0, 0] });
    answer.resolve(ready(20, 'stl'));
    await settle();
    expect(imports.items.value[0]?.phase).toMatchObject({ kind: 'ready', question: { canStandUp: true } });
    // Turned by a quarter about Y, the range [0 20] along X lies along −Z; at twice the size, its middle
    // is 20 away.
    const foot = () => {
      const { node } = only();
      const shape = new Matrix4().compose(
        new Vector3(...(node?.position ?? [])),
        new Quaternion(...(node?.rotation ?? [])),
        new Vector3(...(node?.scale ?? [])),
      );
      const box = new Box3(new Vector3(0, -1, 0), new Vector3(20, 1, 2)).applyMatrix4(shape);
      return [box.getCenter(new Vector3()).x, box.min.y, box.getCenter(new Vector3()).z].map(
        (value) => Math.round(value * 1e6) / 1e6 + 0,
      );
    };
    expect(foot()).toEqual([5, 0, 0]);
    imports.standUp(id);
    expect(foot()).toEqual([5, 0, 0]);
    expect(only().node?.rotation.map((value) => Math.round(value * 1e3) / 1e3)).toEqual([
      -0.5, 0.5, 0.5, 0.5,
    ]);
    expect(imports.items.value[0]?.phase).toMatchObject({ kind: 'ready', question: { canStandUp: false } });
    imports.applyScale(id, 0.001);
    expect(foot()).toEqual([5, 0, 0]);
    editor.history.undo();
    editor.history.undo();
    expect(only().node?.rotation).toEqual([0, half, 0, half]);
  });

  it('can be retried after a failed upload', async () => {
    imports.start(sets, new Vector3());
    answer.reject(Object.assign(new Error(), { title: 'The file is empty.' }));
    await expect.poll(() => phases()).toEqual(['failed']);
    expect(imports.items.value[0]?.phase).toMatchObject({ reason: 'The file is empty.', canRetry: true });
    answer = Promise.withResolvers();
    imports.retry(only().id);
    answer.resolve(asset({ status: 'processing', progress: 1 }));
    await expect.poll(() => phases()).toEqual(['converting']);
  });

  it('accepts missing files in addition to its original ones', async () => {
    const file = (name: string) => ({ file: new File(['x'], name), path: name });
    imports.start([{ name: 'chair', files: [file('chair.gltf')] }], new Vector3());
    answer.resolve(
      asset({
        status: 'failed',
        error: { code: 'import.files-missing', message: 'chair.bin is missing' } as never,
      }),
    );
    await expect.poll(() => phases()).toEqual(['failed']);
    expect(imports.items.value.map(isStopped)).toEqual([true]);
    expect(imports.items.value.map(needsFiles)).toEqual([true]);
    answer = Promise.withResolvers();
    expect((await imports.addFiles(only().id, [file('chair.bin')])).set).toBeDefined();
    expect(imports.items.value.map(isStopped)).toEqual([false]);
    await settle();
    answer.resolve(ready(2));
    await expect.poll(() => phases()).toEqual(['ready']);
    imports.start([{ name: 'table', files: [file('table.glb')] }], new Vector3());
    expect((await imports.addFiles('none', [file('wood.png')])).set).toBeUndefined();
  });

  it.each([
    ['a model file', 'table.obj', (obj: Uint8Array<ArrayBuffer>) => obj],
    ['an archive', 'table.zip', (obj: Uint8Array<ArrayBuffer>) => zipSync({ 'table.obj': obj }).slice()],
  ])('adds missing files to %s that the server has stored, after a reload', async (_, name, packed) => {
    const bytes = packed(strToU8('v 0 0 0').slice());
    vi.stubGlobal('fetch', async () => new Response(bytes));
    const made: Asset = { ...ready(2), name, originalUrl: 'http://files.test/1' };
    imports.start([{ name: 'table', files: [{ file: new File([bytes], name), path: name }] }], new Vector3());
    answer.resolve(made);
    await expect.poll(() => phases()).toEqual(['ready']);
    imports.dispose();
    imports = open();
    assets.set(made);
    sent.length = 0;
    answer = Promise.withResolvers();
    const added = { file: new File(['x'], 'oak.png'), path: 'oak.png' };
    expect((await imports.addFiles(only().id, [added])).set).toBeDefined();
    await expect.poll(() => sent).toHaveLength(1);
    const entries = unzipSync(new Uint8Array((await sent[0]?.arrayBuffer()) ?? []));
    expect(Object.keys(entries).sort()).toEqual(['oak.png', 'table.obj']);
    vi.unstubAllGlobals();
  });

  it('imports additional models beside it in one undo step', async () => {
    imports.start(sets, new Vector3());
    answer.resolve(asset({ status: 'failed', error: { code: 'import.files-missing', message: '' } }));
    await expect.poll(() => phases()).toEqual(['failed']);
    const file = (name: string) => ({ file: new File(['x'], name), path: name });
    const group = addNode(editor.ydoc, { kind: 'group', position: [0, 0, 50] });
    updateNode(editor.ydoc, only().id, { parent: group });
    await imports.addFiles(only().id, [file('sofa.glb'), file('chair.glb'), file('lamp.glb')]);
    // Beside it, regardless of its group's position.
    const [, sofa] = editor.scene.nodesOf('model').find(([, { name }]) => name === 'sofa') ?? [];
    expect(sofa?.position[2]).toBeGreaterThan(40);
    expect(editor.scene.nodesOf('model').map(([, { name }]) => name)).toEqual(['chair', 'sofa', 'lamp']);
    await expect
      .poll(() => sent.map(({ name }) => name))
      .toEqual(['chair.glb', 'chair.glb', 'sofa.glb', 'lamp.glb']);
    editor.history.undo();
    expect(editor.scene.nodesOf('model').map(([, { name }]) => name)).toEqual(['chair']);
  });

  it('replaces a damaged file with another one, without the earlier files', async () => {
    const file = (name: string) => ({ file: new File(['PK'], name), path: name });
    imports.start([{ name: 'chair', files: [file('chair.zip')] }], new Vector3());
    answer.resolve(asset({ status: 'failed', error: { code: 'import.failed', message: 'It is cut off.' } }));
    await expect.poll(() => phases()).toEqual(['failed']);
    expect(imports.items.value.map(needsFiles)).toEqual([true]);
    const { id } = only();
    answer = Promise.withResolvers();
    expect((await imports.addFiles(id, [file('oak.png')])).set).toBeUndefined();
    expect(phases()).toEqual(['failed']);
    await imports.addFiles(id, [file('mended.glb')]);
    expect(imports.items.value.map(isStopped)).toEqual([false]);
    answer.resolve({ ...ready(2), '@id': `${IRI.slice(0, -1)}7` });
    await expect.poll(() => phases()).toEqual(['ready']);
    expect(sent.map(({ name }) => name)).toEqual(['chair.zip', 'mended.glb']);
    expect(only()).toMatchObject({ id, node: { props: { asset: `${IRI.slice(0, -1)}7` } } });
  });

  it('ends when any user removes its node', async () => {
    imports.start(sets, new Vector3());
    await settle();
    editor.ydoc.getMap('nodes').delete(only().id);
    expect(imports.items.value).toEqual([]);
    await expect(answer.promise).rejects.toThrow();
  });

  it('continues after a reload, and asks for the file again when the upload was interrupted', async () => {
    imports.start(sets, new Vector3());
    imports.dispose();
    imports = open();
    expect(phases()).toEqual(['interrupted']);
    const [set] = sets;
    answer = Promise.withResolvers();
    await imports.addFiles(only().id, set?.files ?? []);
    answer.resolve(asset({ status: 'processing' }));
    await expect.poll(() => phases()).toEqual(['converting']);
    imports.dispose();
    imports = open();
    expect(phases()).toEqual(['converting']);
    assets.set(ready(2));
    expect(only().node?.position).toEqual([-1, 1, -1]);
  });

  it('can be paused once it uploads in chunks, and reports when it is offline', async () => {
    imports.start(sets, new Vector3());
    await settle();
    progress(0.1);
    expect(imports.items.value[0]?.phase).toMatchObject({ canPause: false });
    const control = { pause: vi.fn(), resume: vi.fn() };
    pieces(control);
    imports.pause(only().id);
    expect(control.pause).toHaveBeenCalledTimes(1);
    hold('paused');
    expect(imports.items.value[0]?.phase).toMatchObject({ share: 0.1, hold: 'paused', canPause: true });
    imports.resume(only().id);
    expect(control.resume).toHaveBeenCalledTimes(1);
    hold('offline');
    expect(imports.items.value[0]?.phase).toMatchObject({ share: 0.1, hold: 'offline' });
  });

  it('resumes in place when the same model is dropped again elsewhere', async () => {
    imports.start(sets, new Vector3(1, 0, 2));
    imports.dispose();
    imports = open();
    expect(phases()).toEqual(['interrupted']);
    answer = Promise.withResolvers();
    imports.start(sets, new Vector3(5, 0, 5));
    expect(editor.scene.nodesOf('model')).toHaveLength(1);
    expect(only().node?.position).toEqual([1, 0, 2]);
    expect(phases()).toEqual(['packing']);
  });

  it('resumes after a reload when the browser can still read the file', async () => {
    imports.start(sets, new Vector3());
    imports.dispose();
    const [set] = sets;
    kept = { ...kept, open: async () => [...(set?.files ?? [])] };
    imports = open();
    answer = Promise.withResolvers();
    await imports.resumeInterrupted({ ask: false });
    expect(phases()).toEqual(['packing']);
  });

  it('asks for the file again when it was changed or removed during the upload', async () => {
    imports.start(sets, new Vector3());
    answer.reject(new DOMException('It is gone', 'NotReadableError'));
    await expect.poll(() => phases()).toEqual(['interrupted']);
  });

  it('is shown to other users with its progress and its owner, and as awaited without a sender', async () => {
    const [here, there] = [new Awareness(new Y.Doc()), new Awareness(editor.ydoc)];
    here.on('update', () =>
      applyAwarenessUpdate(there, encodeAwarenessUpdate(here, [here.clientID]), 'network'),
    );
    const person = (name: string) => ({ uuid: name, name, avatarUrl: null, avatarColor: '#aabbcc' });
    editor = new TestEditor({ ydoc: editor.ydoc, presence: { awareness: there, person: person('Bob') } });
    imports = open();
    const ada = new PresenceManager(here, person('Ada'));
    const nodeId = addNode(editor.ydoc, { kind: 'model', name: 'Sofa' });
    expect(phases()).toEqual(['awaited']);
    ada.setSending([{ nodeId, share: 0.426, isHeld: false }]);
    const phase = { kind: 'arriving', share: 0.42, isHeld: false, person: 'Ada' };
    expect(imports.items.value).toEqual([{ nodeId, name: 'Sofa', isOwn: false, isKept: false, phase }]);
    ada.setSending([{ nodeId, share: 0.426, isHeld: true }]);
    expect(imports.items.value[0]?.phase).toMatchObject({ isHeld: true });
    here.setLocalStateField('sending', ['x', 7, null, `${nodeId} 999999`, `${nodeId} -1`]);
    expect(phases()).toEqual(['awaited']);
    for (const one of [here, there]) {
      one.destroy();
    }
  });

  it('publishes its progress to other users', async () => {
    const awareness = new Awareness(editor.ydoc);
    const person = { uuid: 'ada', name: 'Ada', avatarUrl: null, avatarColor: '#aabbcc' };
    editor = new TestEditor({ ydoc: editor.ydoc, presence: { awareness, person } });
    imports = open();
    imports.start(sets, new Vector3());
    expect(awareness.getLocalState()?.sending).toEqual([`${only().id} 0`]);
    await settle();
    progress(0.429);
    expect(awareness.getLocalState()?.sending).toEqual([`${only().id} 42`]);
    answer.resolve(asset({}));
    await settle();
    expect(awareness.getLocalState()?.sending).toEqual([]);
    awareness.destroy();
  });
});
