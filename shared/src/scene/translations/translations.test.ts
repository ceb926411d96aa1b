import { describe, expect, it } from 'vitest';
import { expandDocument } from '../copies/expansion.ts';
import { parseDocument } from '../document.ts';
import { parseFieldPath } from '../field-values.ts';
import { fillStored } from '../stored.ts';
import { languageFor, languagesOf, translationIn } from './languages.ts';
import { textInSet, textInSetPath, withTranslation } from './translations.ts';

const TEXTS = { 'nodes/a/name': 'Silla', 'nodes/a/description': '' };

const scene = (translations: object) => parseDocument({ nodes: { a: { kind: 'box' } }, translations });

describe('the language of a reader', () => {
  const both = scene({ en: { original: true }, es: { values: TEXTS }, 'pt-BR': {} });

  it.each([
    [['es-MX', 'en'], 'es'],
    [['en-US', 'es'], undefined],
    [['fr', 'pt-PT'], 'pt-BR'],
    [['PT-br'], 'pt-BR'],
    [['fr'], undefined],
    [[], undefined],
    [['constructor', '__proto__'], undefined],
  ])('for %j is %s', (preferred, language) => expect(languageFor(both, preferred)).toBe(language));

  it('is the original when the scene has no translation', () => {
    expect(languageFor(scene({ en: { original: true } }), ['en'])).toBeUndefined();
    expect(languagesOf(scene({ en: { original: true } }))).toEqual([]);
    expect(languagesOf(both)).toEqual(['en', 'es', 'pt-BR']);
  });

  it('counts one original when two languages are marked as original', () => {
    const twice = scene({ en: { original: true }, de: { original: true }, es: {} });
    expect(languagesOf(twice)).toEqual(['de', 'es']);
    expect(languageFor(twice, ['en', 'es'])).toBe('es');
  });

  it('has no empty texts, and no texts for the original', () => {
    expect(translationIn(both, 'es').values).toEqual({ 'nodes/a/name': 'Silla' });
    expect(translationIn(both, 'en')).toEqual({});
    expect(translationIn(both, 'constructor')).toEqual({});
  });
});

it('visitors receive only texts for translatable fields', () => {
  const values = {
    'nodes/a/name': 'Silla',
    'nodes/a/visible': false,
    'nodes/gone/name': 'Silla',
    'options/a/name': 'Color',
    'nodes/a/description': 7,
    'scene/camera.fov': '40',
  };
  expect(fillStored(scene({ es: { values } })).translations.es?.values).toEqual({ 'nodes/a/name': 'Silla' });
});

describe('texts in choices, states and keys', () => {
  const document = (values: object) =>
    parseDocument({
      nodes: {
        a: { kind: 'text' },
        chair: { kind: 'component' },
        tag: { kind: 'text', parent: 'chair' },
        one: { kind: 'instance', props: { component: 'chair', values: { 'nodes/tag/props.text': 'First' } } },
      },
      options: { wood: {} },
      choices: { oak: { option: 'wood', values: { 'nodes/a/props.text': 'Oak', 'nodes/a/visible': true } } },
      states: { on: { values: { 'nodes/one::tag/props.text': 'On' } } },
      timelines: { t: {} },
      keys: { k: { timeline: 't', values: { 'nodes/a/props.text': 'Later' } } },
      translations: { en: { original: true }, es: { values } },
    });
  const TEXTS = {
    'choices/oak:nodes:a/props.text': 'Roble',
    'states/on:nodes:one::tag/props.text': 'Encendida',
    'keys/k:nodes:a/props.text': 'Después',
    'nodes/one::tag/props.text': 'Primera',
  };

  it('are translated in their sets, as are overrides of instances', () => {
    const shown = withTranslation(document(TEXTS), 'es');
    expect(shown.choices.oak?.values).toEqual({ 'nodes/a/props.text': 'Roble', 'nodes/a/visible': true });
    expect(shown.states.on?.values).toEqual({ 'nodes/one::tag/props.text': 'Encendida' });
    expect(shown.keys.k?.values).toEqual({ 'nodes/a/props.text': 'Después' });
    expect(expandDocument(shown).document.nodes['one::tag']?.props).toMatchObject({ text: 'Primera' });
    const own = document(TEXTS);
    expect(withTranslation(own, 'en')).toBe(own);
    expect(withTranslation(own)).toBe(own);
  });

  it('have reversible paths, malformed ones are rejected', () => {
    for (const path of Object.keys(TEXTS).slice(0, 3)) {
      const place = parseFieldPath(path);
      const inSet = place && textInSet(place);
      expect(inSet && textInSetPath(inSet)).toBe(path);
    }
    expect(textInSet({ table: 'choices', id: 'oak', field: 'name' })).toBeNull();
    expect(textInSet({ table: 'scene', field: 'unit' })).toBeNull();
    for (const path of [
      'choices/oak:nodes:/props.text',
      'choices/__proto__:nodes:a/props.text',
      'choices/oak:nodes:constructor/props.text',
      'choices/oak:nodes:a:b/props.text',
      'materials/oak:nodes:a/props.text',
    ]) {
      expect(() => document({ [path]: 'x' }), path).toThrow();
    }
  });

  it('reach visitors only for existing text fields', () => {
    const values = {
      ...TEXTS,
      'choices/gone:nodes:a/props.text': 'x',
      'choices/oak:nodes:gone/props.text': 'x',
      'choices/oak:nodes:a/visible': 'x',
      'choices/oak:nodes:a/props.size': 'x',
    };
    expect(fillStored(document(values)).translations.es?.values).toEqual(TEXTS);
  });

  it('are not added to a set that lacks the field', () => {
    const shown = withTranslation(document({ 'choices/oak:nodes:a/description': 'x' }), 'es');
    expect(shown.choices.oak).toEqual(document({}).choices.oak);
  });
});
