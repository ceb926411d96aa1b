import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { removeNodes } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createNode } from '../../commands/create-node.ts';
import { TestEditor } from '../../test/test-editor.ts';
import { uploadFont, uploadFontToLibrary, uploadSky } from './upload-sky-or-font.ts';

const IRI = '/api/assets/01a1fc3c-0000-7000-8000-000000000001';
const sky = new File(['x'], 'dusk.hdr');
const font = new File(['x'], 'Inter.ttf');

let editor: TestEditor;
let stop: AbortController;
const sendPicture = vi.fn(async () => IRI);
const options = () => ({ signal: stop.signal, onProgress: () => undefined });
const session = () => ({ editor, sendPicture, account: '/api/accounts/mine' });

beforeEach(() => {
  editor = new TestEditor();
  stop = new AbortController();
  sendPicture.mockClear();
});

function addText(): string {
  const id = createNode(editor, 'text', 'Text');
  if (id === null) {
    throw new Error('Nothing was made');
  }
  return id;
}
const fontOf = (id: string) => {
  const node = editor.scene.node(id);
  return node?.kind === 'text' ? node.props.font : undefined;
};
const hdri = () => editor.scene.document.value.environment.hdri;

describe('a dropped sky', () => {
  it('becomes the environment of the scene, and can be undone', async () => {
    const before = hdri();
    await uploadSky(session(), sky, options());
    expect(sendPicture).toHaveBeenCalledWith(sky, ASSET_TYPE.hdri, expect.anything());
    expect(hdri()).toBe(IRI);
    editor.history.undo();
    expect(hdri()).toBe(before);
  });

  it('changes nothing when canceled or when the scene is read-only', async () => {
    const before = hdri();
    stop.abort();
    await expect(uploadSky(session(), sky, options())).rejects.toThrow();
    stop = new AbortController();
    editor.isReadOnly.value = true;
    await uploadSky(session(), sky, options());
    expect(hdri()).toBe(before);
  });
});

describe('a dropped font', () => {
  it('is assigned to the selected texts that still exist', async () => {
    const [first, second, other] = [addText(), addText(), addText()];
    editor.edit(() => removeNodes(editor.ydoc, [second]));
    await uploadFont(session(), { file: font, texts: [first, second] }, options());
    expect(sendPicture).toHaveBeenCalledWith(font, ASSET_TYPE.font, expect.anything());
    expect([fontOf(first), fontOf(other)]).toEqual([IRI, null]);
  });

  it('is uploaded to the workspace library when no text is selected', async () => {
    const upload = vi.fn();
    await uploadFontToLibrary({ account: '/api/accounts/mine', upload }, font, options());
    const fields = { type: ASSET_TYPE.font, account: '/api/accounts/mine', uploadType: 'library' };
    expect(upload).toHaveBeenCalledWith(font, fields, expect.anything());
  });
});
