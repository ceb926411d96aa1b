import { describe, expect, it } from 'vitest';
import { SCENE_TEMPLATES } from '../../domain/scene-templates.ts';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { emptyDocument } from '../document.ts';
import { lightOf } from '../nodes/kinds.ts';
import { startDocument, templateDocument } from './start-document.ts';

const translations = await loadTranslations('templates');
const t = translations.en;

describe('A new scene', () => {
  it('created by a user has a sun that casts shadows, and nothing else', () => {
    const { nodes, ...rest } = startDocument('lit', translations.es);
    const { nodes: _none, ...empty } = emptyDocument();
    expect(rest).toEqual(empty);
    expect(Object.values(nodes)).toEqual([
      expect.objectContaining({
        kind: 'directionalLight',
        name: 'Sol',
        props: expect.objectContaining({ castShadow: true }),
      }),
    ]);
  });

  it('is empty without a start', () => {
    expect(startDocument(null, t)).toEqual(emptyDocument());
  });

  it.each(SCENE_TEMPLATES)('of the template %s has a light', (template) => {
    const document = startDocument(template, t);
    expect(document).toEqual(templateDocument(template, t));
    // A node without a name would have its id.
    expect(Object.entries(document.nodes).filter(([id, { name }]) => name === id)).toEqual([]);
    expect(Object.values(document.nodes).some((node) => lightOf(node) !== undefined)).toBe(true);
  });
});
