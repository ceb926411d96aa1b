import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { expect, it } from 'vitest';
import type { RenderedChange } from '../../scene/scene-nodes.ts';
import { TestEditor } from '../test/test-editor.ts';
import { trackMissingGlyphs } from './missing-glyphs.ts';

it('missing glyphs are listed while a text is drawn without them', () => {
  const editor = new TestEditor();
  const extras = new Map<string, Record<string, unknown>>();
  let tell: (change: RenderedChange) => void = () => undefined;
  const view = {
    nodes: { drawn: { extrasOf: (id: string) => extras.get(id) ?? null } },
    follow: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  };
  trackMissingGlyphs(editor, view as never);
  const text = addNode(editor.ydoc, { kind: 'text', props: { text: '你 A' } });
  const model = addNode(editor.ydoc, { kind: 'model' });
  extras.set(text, { missing: ['你'] }).set(model, { missing: ['what a file says of itself'] });
  tell({ drawn: [text, model], moved: [] });
  expect([...editor.missingGlyphs.value]).toEqual([[text, ['你']]]);
  updateNode(editor.ydoc, text, { props: { text: 'A' } });
  extras.set(text, { missing: [] });
  tell({ drawn: [text], moved: [] });
  expect([...editor.missingGlyphs.value]).toEqual([]);
});
