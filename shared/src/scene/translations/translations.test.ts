import { describe, expect, it } from 'vitest';
import { parseDocument } from '../document.ts';
import { fillStored } from '../stored.ts';
import { languageFor, languagesOf, translationIn } from './translations.ts';

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
  ])('%j is %s', (wishes, language) => expect(languageFor(both, wishes)).toBe(language));

  it('is the scene as it is where nobody translated it', () => {
    expect(languageFor(scene({ en: { original: true } }), ['en'])).toBeUndefined();
    expect(languagesOf(scene({ en: { original: true } }))).toEqual([]);
    expect(languagesOf(both)).toEqual(['en', 'es', 'pt-BR']);
  });

  it('counts one original where two people chose one', () => {
    const twice = scene({ en: { original: true }, de: { original: true }, es: {} });
    expect(languagesOf(twice)).toEqual(['de', 'es']);
    expect(languageFor(twice, ['en', 'es'])).toBe('es');
  });

  it('has no empty texts, and none for the original', () => {
    expect(translationIn(both, 'es').values).toEqual({ 'nodes/a/name': 'Silla' });
    expect(translationIn(both, 'en')).toEqual({});
    expect(translationIn(both, 'constructor')).toEqual({});
  });
});

it('sends visitors only texts for fields with texts', () => {
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
