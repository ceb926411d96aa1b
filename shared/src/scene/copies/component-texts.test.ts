import { describe, expect, it } from 'vitest';
import { MAX_FIELD_VALUES, TABLE_LIMITS } from '../defaults.ts';
import { parseDocument, type SceneDocument } from '../document.ts';
import { readDocument, toYDoc } from '../ydoc.ts';
import { pushOverrides } from './components.ts';
import { isChangedSince, problemOf, readContent, toLibrary } from './library-component.ts';
import { type ComponentVersion, placeComponent } from './place-component.ts';

const LAMP = '01900000-0000-7000-8000-00000000aaaa';

const SPANISH = {
  'nodes/shade/name': 'Pantalla',
  'nodes/socket::glow/description': 'Bombilla',
  'states/lit:nodes:tag/props.text': 'Encendida',
};

/** A lamp with Spanish texts, and texts that are no part of it. */
const lamps = (values: object = SPANISH, more: object = {}): SceneDocument =>
  parseDocument({
    nodes: {
      lamp: { kind: 'component' },
      shade: { kind: 'cone', parent: 'lamp' },
      tag: { kind: 'text', parent: 'lamp' },
      socket: { kind: 'instance', parent: 'lamp', props: { component: 'bulb' } },
      bulb: { kind: 'component' },
      glow: { kind: 'sphere', parent: 'bulb' },
      one: { kind: 'instance', props: { component: 'lamp', values: { 'nodes/tag/props.text': 'One' } } },
    },
    options: { wood: {} },
    choices: { oak: { option: 'wood', values: { 'nodes/tag/props.text': 'Oak' } } },
    states: { lit: { values: { 'nodes/tag/props.text': 'Lit' } } },
    interactions: { click: { node: 'shade', actions: [{ kind: 'state', state: 'lit' }] } },
    translations: {
      en: { original: true },
      es: {
        title: 'Casa',
        values: {
          'nodes/one/name': 'Una',
          'nodes/one::tag/props.text': 'Una',
          'options/wood/name': 'Madera',
          'choices/oak:nodes:tag/props.text': 'Roble',
          ...values,
        },
      },
      ...more,
    },
  });

const versionOf = (scene: SceneDocument, version = 1): ComponentVersion => ({
  item: LAMP,
  version,
  content: readContent(JSON.parse(JSON.stringify(toLibrary(scene, 'lamp').content))),
});

const place = (scene: object, version: ComponentVersion) => placeComponent(parseDocument(scene), version);

describe('translations of a component', () => {
  it('are saved in the library and placed in other scenes, without unrelated texts', () => {
    const version = versionOf(lamps());
    expect(version.content.translations).toEqual({
      es: { original: false, title: '', about: '', values: SPANISH },
    });
    expect(problemOf(version.content, LAMP)).toBeNull();
    const taken = { nodes: { shade: { kind: 'box' } }, states: { lit: {} } };
    const placed = place(taken, version);
    const { nodes = {}, translations, states = {} } = placed?.document ?? {};
    const [shade] = Object.entries(nodes).find(([, { kind }]) => kind === 'cone') ?? [];
    const [lit] = Object.keys(states).filter((id) => id !== 'lit');
    expect(translations?.es?.values).toEqual({
      [`nodes/${shade}/name`]: 'Pantalla',
      'nodes/socket::glow/description': 'Bombilla',
      [`states/${lit}:nodes:tag/props.text`]: 'Encendida',
    });
    expect(placed && isChangedSince(placed.document, placed.component, version.content)).toBe(false);
  });

  it('change with a new version, while texts added by the scene stay', () => {
    const first = versionOf(lamps({ ...SPANISH, 'nodes/glow/name': 'Luz' }));
    const scene = place({}, first)?.document as SceneDocument;
    scene.translations.es = {
      ...(scene.translations.es as SceneDocument['translations'][string]),
      values: { ...scene.translations.es?.values, 'nodes/shade/name': 'Mía', 'nodes/tag/name': 'Letrero' },
    };
    expect(isChangedSince(scene, 'lamp', first.content)).toBe(true);
    const second = { ...versionOf(lamps({ 'nodes/shade/name': 'Nueva' }), 2) };
    const placed = placeComponent(scene, { ...second, base: first.content });
    expect(placed?.document.translations.es?.values).toEqual({
      'nodes/shade/name': 'Nueva',
      'nodes/tag/name': 'Letrero',
    });
    const replaced = placeComponent(scene, second);
    expect(replaced?.document.translations.es?.values).toEqual({ 'nodes/shade/name': 'Nueva' });
  });

  it('are not placed for the original language or beyond the limits of languages and texts', () => {
    const version = versionOf(lamps());
    const spanish = { translations: { es: { original: true } } };
    const placed = place(spanish, version)?.document as SceneDocument;
    expect(placed.translations).toEqual(parseDocument(spanish).translations);
    expect(isChangedSince(placed, 'lamp', version.content)).toBe(false);

    const languages = Object.fromEntries(
      Array.from({ length: TABLE_LIMITS.translations }, (_, i) => [`l${i}`, {}]),
    );
    expect(place({ translations: languages }, version)?.document.translations.es).toBeUndefined();
    const texts = Object.fromEntries(
      Array.from({ length: MAX_FIELD_VALUES - 1 }, (_, i) => [`nodes/n${i}/name`, 'x']),
    );
    const full = place({ translations: { es: { values: texts } } }, version)?.document;
    expect(Object.keys(full?.translations.es?.values ?? {})).toHaveLength(MAX_FIELD_VALUES);
    expect(parseDocument(structuredClone(full))).toEqual(full);
  });

  it.each([
    ['of other nodes', { es: { values: { 'nodes/other/name': 'x' } } }],
    ['with a scene title', { es: { title: 'Casa', values: SPANISH } }],
    ['of options', { es: { values: { 'options/wood/name': 'x' } } }],
    ['of missing states', { es: { values: { 'states/gone:nodes:tag/props.text': 'x' } } }],
    ['in a language without texts', { es: {} }],
    ['in the original language', { en: { original: true } }],
  ])('%s are rejected by a library', (_what, translations) => {
    const { content } = versionOf(lamps());
    expect(problemOf(readContent({ ...content, translations }), LAMP)).toBe('form');
  });

  it('move with an override that is pushed to the component', () => {
    const ydoc = toYDoc(
      lamps({ 'nodes/tag/props.text': 'Letrero' }, { fr: { values: { 'nodes/tag/props.text': 'x' } } }),
    );
    pushOverrides(ydoc, 'one', ['nodes/tag/props.text']);
    const { es, fr } = readDocument(ydoc).translations;
    expect([es?.values['nodes/tag/props.text'], es?.values['nodes/one::tag/props.text']]).toEqual([
      'Una',
      undefined,
    ]);
    // It belonged to a text that is gone.
    expect(fr?.values).toEqual({});
  });
});
