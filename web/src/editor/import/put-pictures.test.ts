import { removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { putPictures } from './put-pictures.ts';

const file = (name: string) => new File(['x'], name, { type: 'image/png' });

describe('Pictures that are dropped', () => {
  it('stand beside each other at once, in one step, and show when they were sent', async () => {
    const editor = new TestEditor();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 100 }));
    const { promise: sent, resolve: isSent } = Promise.withResolvers<void>();
    const sendPicture = vi.fn(async ({ name }: File) => {
      await sent;
      return `/api/assets/${name === 'a.png' ? 1 : 2}`;
    });
    const done = putPictures({ editor, sendPicture }, [file('a.png'), file('b.png')], new Vector3());
    await expect.poll(() => editor.scene.nodesOf('image')).toHaveLength(2);
    const [first, second] = editor.scene.nodesOf('image').map(([, node]) => node);
    expect(first?.props).toMatchObject({ asset: null, size: [3, 1] });
    expect(first?.position[1]).toBe(0.5);
    expect(first?.position).not.toEqual(second?.position);
    isSent();
    expect(await done).toEqual([]);
    expect(editor.scene.nodesOf('image').map(([, node]) => node.props.asset)).toEqual([
      '/api/assets/1',
      '/api/assets/2',
    ]);
    editor.history.undo();
    expect(editor.scene.nodesOf('image')).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('are as wide as they say where the browser does not read them', async () => {
    const editor = new TestEditor();
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')));
    const pixels = new Uint8Array(4 * 2 * 3);
    const tga = Uint8Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0, 24, 0, ...pixels);
    const files = [new File([tga], 'a.tga'), file('b.png')];
    await putPictures({ editor, sendPicture: async () => '/api/assets/1' }, files, new Vector3());
    expect(editor.scene.nodesOf('image').map(([, { props }]) => props.size)).toEqual([
      [2, 1],
      [1, 1],
    ]);
    vi.unstubAllGlobals();
  });

  it('leave no empty frame where one could not be sent', async () => {
    const editor = new TestEditor();
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')));
    const sendPicture = async ({ name }: File) => {
      if (name === 'a.png') {
        throw new Error('no picture');
      }
      return '/api/assets/1';
    };
    await putPictures({ editor, sendPicture }, [file('a.png'), file('b.png')], new Vector3());
    expect(editor.scene.nodesOf('image').map(([, { name }]) => name)).toEqual(['b']);
    vi.unstubAllGlobals();
  });

  it('leave a frame to which somebody gave another picture meanwhile', async () => {
    const editor = new TestEditor();
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')));
    const sendPicture = async () => {
      const [[id] = ['']] = editor.scene.nodesOf('image');
      updateNode<'image'>(editor.ydoc, id, { props: { asset: '/api/assets/2' } });
      throw new Error('full');
    };
    await putPictures({ editor, sendPicture }, [file('a.png')], new Vector3());
    expect(editor.scene.nodesOf('image').map(([, { props }]) => props.asset)).toEqual(['/api/assets/2']);
    vi.unstubAllGlobals();
  });

  it('tell which could not be sent, and mind neither a removed frame nor who may only look', async () => {
    const editor = new TestEditor();
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')));
    const refused = new Error('full');
    const sendPicture = async () => {
      removeNodes(
        editor.ydoc,
        editor.scene.nodesOf('image').map(([id]) => id),
      );
      throw refused;
    };
    const failed = await putPictures({ editor, sendPicture }, [file('a.png')], new Vector3());
    expect(failed).toMatchObject([{ error: refused }]);
    editor.isReadOnly.set(true);
    expect(await putPictures({ editor, sendPicture }, [file('a.png')], new Vector3())).toEqual([]);
    vi.unstubAllGlobals();
  });
});
