import { toLibrary } from '@diorama/shared/scene/copies/library-component.ts';
import { placeComponent } from '@diorama/shared/scene/copies/place-component.ts';
import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { applyDocumentDiff, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { describe, expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { clipboardText, pasteText } from './clipboard.ts';
import { makeSingle } from './repeat.ts';
import { duplicateSelection } from './selection.ts';

const SCENE = {
  nodes: {
    box: { kind: 'group' },
    lid: { kind: 'box', parent: 'box' },
    lamp: { kind: 'pointLight', index: 'a1' },
    cabinet: { kind: 'component' },
    door: { kind: 'box', parent: 'cabinet' },
    knob: { kind: 'box', parent: 'cabinet' },
    one: { kind: 'instance', index: 'a2', props: { component: 'cabinet' } },
  },
  states: { on: {} },
  interactions: {
    open: {
      node: 'box',
      actions: [
        { kind: 'show', node: 'lid' },
        { kind: 'show', node: 'lamp' },
        { kind: 'state', state: 'on' },
        { kind: 'state', state: null },
      ],
    },
    light: { node: 'lid', event: 'hover', actions: [{ kind: 'show', node: 'lamp' }] },
    knock: { node: 'knob', actions: [{ kind: 'show', node: 'door' }] },
    start: { event: 'start', actions: [{ kind: 'show', node: 'lid' }] },
  },
  motions: { spin: { node: 'lid' }, float: { node: 'lamp', kind: 'float' } },
};

function open(document: object = SCENE): TestEditor {
  return new TestEditor({ ydoc: toYDoc(parseDocument(document)) });
}

/** The interactions and motions that a scene has got, with names in place of new ids. */
function gained(editor: TestEditor, names: Readonly<Record<string, string>>) {
  const { interactions, motions } = editor.scene.shared.value;
  const text = JSON.stringify([
    Object.entries(interactions).flatMap(([id, row]) => (Object.hasOwn(SCENE.interactions, id) ? [] : [row])),
    Object.entries(motions).flatMap(([id, row]) => (Object.hasOwn(SCENE.motions, id) ? [] : [row])),
  ]);
  const named = Object.entries(names).reduce(
    (all, [id, name]) => all.replaceAll(`"${id}"`, `"${name}"`),
    text,
  );
  const [made, moved] = JSON.parse(named) as { node: string; actions: { kind: string; node?: string }[] }[][];
  return {
    made: made?.map(({ node, actions }) => [node, ...actions.map((one) => one.node ?? one.kind)]).sort(),
    moved: moved?.map(({ node }) => node),
  };
}

/** The copied group and its child. */
function copiesIn(editor: TestEditor): Record<string, string> {
  const [copy = ''] = editor.selection.ids.value;
  return { [copy]: 'copy', [editor.scene.children(copy)[0] ?? '']: 'inner' };
}

const WHOLE = {
  made: [
    ['copy', 'inner', 'lamp', 'state', 'state'],
    ['inner', 'lamp'],
  ],
  moved: ['inner'],
};

describe('interactions and motions of nodes', () => {
  it('are copied with the nodes in the same scene, and undone with them', () => {
    for (const copy of [
      (editor: TestEditor) => duplicateSelection(editor),
      (editor: TestEditor) => pasteText(editor, clipboardText(editor) ?? ''),
    ]) {
      const editor = open();
      editor.selection.set(['box']);
      copy(editor);
      expect(gained(editor, copiesIn(editor))).toEqual(WHOLE);
      editor.history.undo();
      expect(gained(editor, {})).toEqual({ made: [], moved: [] });
    }
  });

  it('are copied to another scene without references to missing nodes', () => {
    const editor = open();
    editor.selection.set(['box']);
    const text = clipboardText(editor) ?? '';
    const other = open({});
    pasteText(other, text);
    expect(gained(other, copiesIn(other))).toEqual({ made: [['copy', 'inner', 'state']], moved: ['inner'] });
  });

  it('are copied once with a component, and with a part of an instance that becomes a plain node', () => {
    const editor = open();
    editor.selection.set(['one']);
    const text = clipboardText(editor) ?? '';
    const other = open({});
    pasteText(other, text);
    pasteText(other, text);
    expect(gained(other, {}).made).toEqual([['knob', 'door']]);
    pasteText(editor, text);
    expect(gained(editor, {}).made).toEqual([]);

    editor.selection.set(['one::knob', 'one::door']);
    const third = open({});
    pasteText(third, clipboardText(editor) ?? '');
    const [knob = '', door = ''] = third.selection.ids.value;
    const { made } = gained(third, { [knob]: 'a', [door]: 'b' });
    expect([made, knob === door]).toEqual([[['a', 'b']], false]);
  });

  it('are copied with translations of the nodes, also in languages that the scene lacks', () => {
    const spanish = { 'nodes/lid/name': 'Tapa', 'nodes/lamp/name': 'Luz' };
    const editor = open({
      ...SCENE,
      translations: {
        en: { original: true },
        es: { values: spanish },
        fr: { values: { 'nodes/box/name': 'Caisse' } },
      },
    });
    editor.selection.set(['box']);
    const text = clipboardText(editor) ?? '';
    const other = open({ translations: { fr: { original: true } } });
    pasteText(other, text);
    const [inner = ''] = other.scene.children(other.selection.primary ?? '');
    const { es, fr } = other.scene.shared.value.translations;
    expect([es?.values, fr?.values]).toEqual([{ [`nodes/${inner}/name`]: 'Tapa' }, {}]);
    other.history.undo();
    expect(Object.keys(other.scene.shared.value.translations)).toEqual(['fr']);

    const clip = JSON.parse(text);
    for (const texts of [{ 'a b': {} }, { es: { 'nodes/__proto__/name': 'x' } }, { es: 'x' }]) {
      expect(pasteText(other, JSON.stringify({ ...clip, texts }))).toBe(false);
    }
    const { texts: _none, ...old } = clip;
    expect(pasteText(other, JSON.stringify(old))).toBe(true);
  });

  it('keep their translated names in the same scene, in another scene and in a library', () => {
    const editor = open({
      ...SCENE,
      translations: {
        en: { original: true },
        es: {
          values: {
            'interactions/light/name': 'Luz',
            'interactions/open/name': 'Abrir',
            'interactions/start/name': 'Inicio',
            'interactions/knock/name': 'Llamar',
          },
        },
      },
    });
    const namesIn = ({ scene }: TestEditor) => {
      const { interactions, translations } = scene.shared.value;
      return Object.entries(translations.es?.values ?? {})
        .flatMap(([path, name]) => {
          const [, id = ''] = path.split('/');
          return Object.hasOwn(SCENE.interactions, id) ? [] : [[name, interactions[id]?.event]];
        })
        .sort();
    };
    editor.selection.set(['box']);
    const text = clipboardText(editor) ?? '';
    duplicateSelection(editor);
    const copied = [
      ['Abrir', 'click'],
      ['Luz', 'hover'],
    ];
    expect(namesIn(editor)).toEqual(copied);
    editor.history.undo();
    expect(namesIn(editor)).toEqual([]);

    const other = open({});
    pasteText(other, text);
    // The one that has no action there is left out, and its name with it.
    expect(namesIn(other)).toEqual([['Abrir', 'click']]);

    editor.selection.set(['one']);
    const third = open({});
    pasteText(third, clipboardText(editor) ?? '');
    expect(namesIn(third)).toEqual([['Llamar', 'click']]);
    const { content } = toLibrary(editor.scene.shared.value, 'cabinet');
    expect(content.translations.es?.values).toEqual({ 'interactions/knock/name': 'Llamar' });
    const version = { item: '01900000-0000-7000-8000-00000000aaaa', version: 1, content };
    const taken = parseDocument({ interactions: { knock: { name: 'Mine' } } });
    const placed = placeComponent(taken, version)?.document;
    const [knock = ''] = Object.keys(placed?.interactions ?? {}).filter((id) => id !== 'knock');
    expect(placed?.translations.es?.values).toEqual({ [`interactions/${knock}/name`]: 'Llamar' });
  });

  it('are copied to the separated copies of a repeat', () => {
    const editor = open({
      nodes: {
        row: { kind: 'repeat', props: { count: 3 } },
        seat: { kind: 'box', parent: 'row' },
        knob: { kind: 'box', parent: 'seat' },
      },
      options: { wood: {} },
      choices: {
        oak: {
          option: 'wood',
          values: {
            'nodes/seat/visible': false,
            'nodes/seat/description': 'Oak',
            'nodes/knob/visible': false,
            'nodes/row/visible': false,
          },
        },
      },
      interactions: { open: { node: 'seat', actions: [{ kind: 'show', node: 'knob' }] } },
      motions: { spin: { node: 'row' }, float: { node: 'seat', kind: 'float' } },
      translations: {
        en: { original: true },
        es: { values: { 'nodes/seat/name': 'Silla', 'interactions/open/name': 'Abrir' } },
      },
    });
    editor.selection.set(['row']);
    makeSingle(editor);
    const seats = editor.scene.children('row');
    const { choices, interactions, motions, translations } = editor.scene.shared.value;
    const by = (field: string, value: unknown) =>
      Object.fromEntries(seats.map((id) => [`nodes/${id}/${field}`, value]));
    expect(seats).toHaveLength(3);
    const knobs = seats.flatMap((id) => editor.scene.children(id));
    // A copy was shown where it is, also while its source was hidden or moved.
    expect(choices.oak?.values).toEqual({
      ...by('description', 'Oak'),
      ...Object.fromEntries(knobs.map((id) => [`nodes/${id}/visible`, false])),
      'nodes/seat/visible': false,
      'nodes/row/visible': false,
    });
    expect(translations.es?.values).toEqual({
      ...by('name', 'Silla'),
      ...Object.fromEntries(Object.keys(interactions).map((id) => [`interactions/${id}/name`, 'Abrir'])),
    });
    expect(
      Object.values(interactions)
        .map(({ node, actions }) => [node, actions])
        .sort(),
    ).toEqual(seats.map((node, i) => [node, [{ kind: 'show', node: knobs[i], mode: 'toggle' }]]).sort());
    expect(
      Object.values(motions)
        .map(({ node }) => node)
        .sort(),
    ).toEqual(['row', ...seats].sort());
    editor.history.undo();
    expect(Object.keys(editor.scene.shared.value.interactions)).toEqual(['open']);
  });

  it('are omitted when the tables are full, and a malicious clipboard is rejected', () => {
    const editor = open();
    editor.selection.set(['box']);
    const text = clipboardText(editor) ?? '';
    const rows = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`i${i}`, {}]));
    applyDocumentDiff(
      editor.ydoc,
      parseDocument({
        ...SCENE,
        interactions: rows(TABLE_LIMITS.interactions - 1),
        motions: rows(TABLE_LIMITS.motions),
      }),
    );
    pasteText(editor, text);
    const { interactions, motions } = editor.scene.shared.value;
    expect([Object.keys(interactions).length, Object.keys(motions).length]).toEqual([
      TABLE_LIMITS.interactions,
      TABLE_LIMITS.motions,
    ]);
    const clip = JSON.parse(text);
    clip.reactions.interactions[0].actions = [{ kind: 'link', url: 'javascript:alert(1)' }];
    expect(pasteText(editor, JSON.stringify(clip))).toBe(false);
    const { reactions: _none, ...old } = clip;
    expect(pasteText(editor, JSON.stringify(old))).toBe(true);
  });
});
