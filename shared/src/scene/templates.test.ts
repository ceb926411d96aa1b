import { describe, expect, it } from 'vitest';
import { SCENE_TEMPLATES } from '../domain/scene-templates.ts';
import { emptyDocument } from './document.ts';
import { lightOf } from './nodes/kinds.ts';
import { startDocument, templateDocument } from './templates.ts';

describe('A new scene', () => {
  it('that a person makes has a sun that casts shadows, and nothing else', () => {
    const { nodes, ...rest } = startDocument('lit', 'Sol');
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
    expect(startDocument(null, 'Sun')).toEqual(emptyDocument());
  });

  it.each(SCENE_TEMPLATES)('of the template %s is lit', (template) => {
    const document = startDocument(template, 'Sun');
    expect(document).toEqual(templateDocument(template));
    expect(Object.values(document.nodes).some((node) => lightOf(node) !== undefined)).toBe(true);
  });
});
