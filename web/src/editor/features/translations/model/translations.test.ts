import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { fillStored } from '@diorama/shared/scene/stored.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import { addTranslation, sceneTextsOf, writeText } from './translations.ts';

it('lists every text that visitors read, also those that sets and instances change, and writes its translation', () => {
  const document = parseDocument({
    nodes: {
      sign: { kind: 'text', name: 'Sign', props: { text: 'Welcome' } },
      chair: { kind: 'component', name: 'Chair' },
      tag: { kind: 'text', parent: 'chair', props: { text: 'Chair' } },
      one: { kind: 'instance', props: { component: 'chair', values: { 'nodes/tag/props.text': 'First' } } },
      box: { kind: 'box', name: 'Box' },
    },
    options: { wood: { name: 'Wood' } },
    choices: {
      oak: {
        ...{ option: 'wood', name: 'Oak' },
        values: {
          'nodes/sign/props.text': 'Oak today',
          'nodes/box/name': 'Internal',
          'nodes/gone/props.text': 'No',
        },
      },
    },
    states: { on: { values: { 'nodes/one::tag/props.text': 'Taken', 'nodes/box/visible': true } } },
    timelines: { t: {} },
    keys: { k: { timeline: 't', values: { 'nodes/sign/description': 'Turned' } } },
  });
  const editor = new TestEditor({ ydoc: toYDoc(document) });
  const texts = sceneTextsOf(editor.scene.shared.value);
  expect(texts.map(({ text }) => text)).toEqual([
    ...['Wood', 'Oak', 'Oak today', 'Welcome', 'Chair', 'First', 'Taken', 'Turned'],
  ]);
  addTranslation(editor, 'es', 'en');
  editor.edit(() => {
    for (const { path, text } of texts) {
      writeText(editor, 'es', path, `¡${text}!`);
    }
  });
  const { values } = fillStored(editor.scene.shared.value).translations.es ?? {};
  expect(values).toEqual(Object.fromEntries(texts.map(({ path, text }) => [path, `¡${text}!`])));
});

it('adds no language beyond the limit, and says so', () => {
  const editor = new TestEditor();
  for (let i = 0; i < TABLE_LIMITS.translations + 1; i += 1) {
    addTranslation(editor, `a${String.fromCodePoint(97 + i)}`, 'en');
  }
  expect(Object.keys(editor.scene.shared.value.translations)).toHaveLength(TABLE_LIMITS.translations);
  const params = { most: TABLE_LIMITS.translations };
  expect(editor.ui.notice.value).toEqual({ what: 'rows.full', params });
});
