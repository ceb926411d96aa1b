import { material } from '@diorama/shared/scene/material.ts';
import { expect, it } from 'vitest';
import { advancedFields, notInArFields } from './material-fields.ts';

const pathsOf = (advanced: object) =>
  [...advancedFields, ...notInArFields(material.parse({ advanced }))].map(({ path }) => path);

it('every advanced value of a material has a field', () => {
  const all = Object.keys(material.parse({}).advanced).map((key) => `advanced.${key}`);
  expect(pathsOf({ sheen: 0.5, thickness: 0.1 }).sort()).toEqual(all.sort());
});

it('sheen color and attenuation fields are shown only when they have an effect', () => {
  expect(pathsOf({})).not.toContain('advanced.sheenColor');
  expect(pathsOf({ sheen: 0.1 })).toContain('advanced.sheenColor');
  expect(pathsOf({})).not.toContain('advanced.attenuationDistance');
});
