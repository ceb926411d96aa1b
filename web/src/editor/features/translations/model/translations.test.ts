import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { fillStored } from '@diorama/shared/scene/stored.ts';
import { withTranslation } from '@diorama/shared/scene/translations/translations.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import { addTranslation, sceneTextsOf, writeText } from './translations.ts';

it('sceneTextsOf lists all texts for visitors, including those of field values and instances, and writeText stores translations', () => {
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

it('sceneTextsOf lists the names of views, clickable nodes and interactions', () => {
  const document = parseDocument({
    nodes: {
      front: { kind: 'camera', name: 'Front' },
      lamp: { kind: 'box', name: 'Lamp' },
      plain: { kind: 'box', name: 'Box 1' },
      chair: { kind: 'component', name: 'Component' },
      seat: { kind: 'box', name: 'Seat', parent: 'chair' },
      one: { kind: 'instance', name: 'Red chair', props: { component: 'chair' } },
      row: { kind: 'component', name: 'Row' },
      inRow: { kind: 'instance', name: 'Chair in a row', parent: 'row', props: { component: 'chair' } },
      both: { kind: 'instance', name: 'Row of chairs', props: { component: 'row' } },
      table: { kind: 'component', name: 'Table' },
      still: { kind: 'instance', name: 'Table 1', props: { component: 'table' } },
    },
    interactions: {
      light: { node: 'lamp', name: 'Switch on' },
      fold: { node: 'seat', event: 'hover', name: '' },
      begin: { event: 'start', name: 'Begin' },
    },
  });
  const texts = sceneTextsOf(document).map(({ path, text }) => [path, text]);
  expect(texts).toEqual([
    ['nodes/front/name', 'Front'],
    ['nodes/lamp/name', 'Lamp'],
    ['nodes/seat/name', 'Seat'],
    ['nodes/one/name', 'Red chair'],
    ['nodes/inRow/name', 'Chair in a row'],
    ['nodes/both/name', 'Row of chairs'],
    ['interactions/light/name', 'Switch on'],
  ]);
  const values = Object.fromEntries(texts.map(([path, text]) => [path, `¡${text}!`]));
  const stored = fillStored({ ...document, translations: { es: { values } } });
  expect(withTranslation(stored, 'es').interactions.light?.name).toBe('¡Switch on!');
});

it('a scene accepts no language beyond its limit, and a notice is shown', () => {
  const editor = new TestEditor();
  for (let i = 0; i < TABLE_LIMITS.translations + 1; i += 1) {
    addTranslation(editor, `a${String.fromCodePoint(97 + i)}`, 'en');
  }
  expect(Object.keys(editor.scene.shared.value.translations)).toHaveLength(TABLE_LIMITS.translations);
  const params = { most: TABLE_LIMITS.translations };
  expect(editor.ui.notice.value).toEqual({ what: 'rows.full', params });
});
