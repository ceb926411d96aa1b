import { describe, expect, it } from 'vitest';
import { SCENE_TEMPLATES } from '../../domain/scene-templates.ts';
import { emptyDocument } from '../document.ts';
import { lightOf } from '../nodes/kinds.ts';
import { startDocument, templateDocument } from './start-document.ts';

describe('A new scene', () => {
  it('that a person makes has a sun that casts shadows, and nothing else', () => {
    const { nodes, ...rest } = startDocument('lit', 'es');
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

  it('is empty without a start, as for programs', () => {
    expect(startDocument(null, 'en')).toEqual(emptyDocument());
  });

  it.each(SCENE_TEMPLATES)('of the template %s is lit', (template) => {
    const document = startDocument(template, 'en');
    expect(document).toEqual(templateDocument(template, 'en'));
    expect(Object.values(document.nodes).some((node) => lightOf(node) !== undefined)).toBe(true);
  });
});
